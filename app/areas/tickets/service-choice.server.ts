import { pageNotFound } from "#app/errors/error-page.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import type { Option } from "#app/ui/select.tsx";
import { paths } from "#shared/paths.ts";
import { chosenServices, services, type Service } from "./service-tree.ts";

/** The form's last URL segment, if the service shows checks to try first. */
const FORM_SEGMENT = "details";

export type ServiceChoice = ReturnType<typeof parseServiceChoice>;

/** Stops the recursion in case services ever contain themselves. */
const MAX_LEVELS = 5;

/** The services without sub-services for one select, grouped by their parent. */
export function serviceOptions(context: RouteArgs["context"]): Option[] {
  const optionsBelow = (above: readonly Service[], offered: readonly Service[], left: number): Option[] =>
    offered.flatMap((service) => {
      const chosen = [...above, service];
      const path = pathOfServices(chosen);
      if (isUnavailable(context, path)) return [];
      const { title, subServices } = service;
      if (subServices && left > 0) return optionsBelow(chosen, subServices, left - 1);
      // The group's name leaves out the top level if there's a lower one.
      const groupServices = above.length > 1 ? above.slice(1) : above;
      const group = groupServices.map((groupService) => groupService.title).join(", ");
      return [{ value: path, label: title, group: group || title }];
    });
  return optionsBelow([], services, MAX_LEVELS);
}

/** The form's path for an option of {@link serviceOptions}; undefined for any other value. `about` as in paths.ticketNew. */
export function formUrlOf(
  context: RouteArgs["context"],
  servicePath: string,
  about?: Parameters<typeof paths.ticketNew>[1],
): string | undefined {
  const last = chosenServices(servicePath)?.at(-1);
  if (!last || !serviceOptions(context).some(({ value }) => value === servicePath)) return undefined;
  return paths.ticketNew(last.checksToTry ? `${servicePath}/${FORM_SEGMENT}` : servicePath, about);
}

/** The services chosen in the URL. Throws Page Not Found for unknown or unavailable ones. */
export function parseServiceChoice({ params, context }: Pick<RouteArgs, "params" | "context">) {
  const path = params["*"] ?? "";
  const servicePath = path.replace(new RegExp(`/${FORM_SEGMENT}$`), "");
  const chosen = chosenServices(servicePath);
  const isAnyUnavailable = chosen?.some((_, index) =>
    isUnavailable(context, pathOfServices(chosen.slice(0, index + 1))),
  );
  const last = chosen?.at(-1);
  const isFormPath = path !== servicePath;
  if (!chosen || isAnyUnavailable || (isFormPath && !last?.checksToTry)) throw pageNotFound();
  const offered = last ? (last.subServices ?? []) : services;
  const hasChecks = last?.checksToTry && !isFormPath;
  return {
    chosen,
    /** Which page to show: 'choose' from `offered`, 'checks' to try before logging a ticket, or the 'form'. */
    step: offered.length > 0 ? "choose" : hasChecks ? "checks" : "form",
    offered,
    previousUrl: choiceUrl(isFormPath ? chosen : chosen.slice(0, -1)),
  } as const;
}

export function choiceView(
  { context }: Pick<RouteArgs, "context">,
  { chosen, offered, ...rest }: ServiceChoice,
) {
  return {
    ...rest,
    chosen: chosen.map(({ title, icon }, index) => ({
      title,
      icon,
      to: choiceUrl(chosen.slice(0, index + 1)),
      undoUrl: choiceUrl(chosen.slice(0, index)),
    })),
    offered: offered.map((service) => {
      const { title, detail, icon } = service;
      const to = pathOfServices([...chosen, service]);
      return { title, detail, icon, to: isUnavailable(context, to) ? undefined : paths.ticketNew(to) };
    }),
    formUrlAfterChecks: paths.ticketNew(`${pathOfServices(chosen)}/${FORM_SEGMENT}`),
    checksToTry: chosen.at(-1)?.checksToTry,
  };
}

export type ChoiceView = ReturnType<typeof choiceView>;

const pathOfServices = (chosen: readonly Service[]) => chosen.map(({ id }) => id).join("/");
const choiceUrl = (chosen: readonly Service[]) => paths.ticketNew(pathOfServices(chosen));
const isUnavailable = ({ config }: RouteArgs["context"], path: string) =>
  config.ticketServicesOff.includes(path);
