import { pageNotFound } from "#app/errors/error-page.ts";
import { paths } from "#app/paths.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { chosenServices, services, type Service } from "./service-tree.ts";

/** The last part of the address of a form that comes after something else to try. */
const DETAILS = "details";

/** How far somebody is on the way to a new ticket. */
export interface Choice {
  readonly chosen: readonly Service[];
  /** 'choose' between `offered`, 'first' what may help sooner, or the 'form'. */
  readonly step: "choose" | "first" | "form";
  readonly offered: readonly Service[];
  readonly previous: string;
}

/** What the address has chosen. Throws Page Not Found for what can't be chosen. */
export function choiceOf({ params, context }: Pick<RouteArgs, "params" | "context">): Choice {
  const path = params["*"] ?? "";
  const bare = path.replace(new RegExp(`/${DETAILS}$`), "");
  const chosen = chosenServices(bare);
  const isOff = chosen?.some((_, index) => isUnavailable(context, pathOf(chosen.slice(0, index + 1))));
  const last = chosen?.at(-1);
  const isPast = path !== bare;
  if (!chosen || isOff || (isPast && !last?.first)) throw pageNotFound();
  const offered = last ? (last.below ?? []) : services;
  const step = offered.length > 0 ? "choose" : last?.first && !isPast ? "first" : "form";
  return { chosen, step, offered, previous: isPast ? toChoice(chosen) : toChoice(chosen.slice(0, -1)) };
}

/** The page of choices as the browser gets it. */
export function choiceView({ context }: Pick<RouteArgs, "context">, { chosen, offered, ...rest }: Choice) {
  return {
    ...rest,
    // Chosen again, it is not chosen any more.
    chosen: chosen.map(({ title, icon }, index) => ({
      title,
      icon,
      to: toChoice(chosen.slice(0, index + 1)),
      back: toChoice(chosen.slice(0, index)),
    })),
    offered: offered.map((service) => {
      const { title, detail, icon } = service;
      const to = pathOf([...chosen, service]);
      return { title, detail, icon, to: isUnavailable(context, to) ? undefined : paths.ticketNew(to) };
    }),
    onward: paths.ticketNew(`${pathOf(chosen)}/${DETAILS}`),
    first: chosen.at(-1)?.first,
  };
}

export type ChoiceView = ReturnType<typeof choiceView>;

const pathOf = (chosen: readonly Service[]) => chosen.map(({ id }) => id).join("/");
const toChoice = (chosen: readonly Service[]) => paths.ticketNew(pathOf(chosen));
const isUnavailable = ({ config }: RouteArgs["context"], path: string) =>
  config.ticketServicesOff.includes(path);
