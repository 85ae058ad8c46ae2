import { redirect } from "@remix-run/node";
import { oncePerForm } from "#app/forms/once-per-form.server.ts";
import { paths } from "#app/paths.ts";
import { createLead, type Lead } from "#app/portal-api/availability.ts";
import { mbpsOf } from "#app/portal-api/fibre.ts";
import { noteDone } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireStage, type Stage } from "./check.server.ts";

/** What a callback is asked for; with products there, one of them. Throws the redirect to where it is still to be found. */
export function requireCallback(args: RouteArgs, portal: Portal): Stage {
  const stage = requireStage(args, portal);
  const { id: check, address, found, product } = stage;
  if (address !== undefined && found && found.products.length > 0 && !product)
    throw redirect(paths.availableProducts({ check, address }), 303);
  return stage;
}

/** The form of a check, which asks for one callback wherever it is opened. */
export const callbackFilling = ({ id }: Pick<Stage, "id">) => `availability ${id}`;

/** Sends the lead once for the check, its address, the product and the number; where the way goes on. */
export async function requestCallback(
  { context }: RouteArgs,
  portal: Portal,
  stage: Stage,
  { phoneNumber, filling }: { readonly phoneNumber: string; readonly filling: string },
) {
  const { id, ownId, site, found, product } = stage;
  const lead: Lead = {
    addressFound: site?.text ?? "",
    productSelected: product?.name ?? "",
    speed: product ? mbpsOf(product) : 0,
    maxSpeed: Math.max(0, ...(found?.products ?? []).map(mbpsOf)),
    phoneNumber,
    correlationId: ownId,
  };
  const filled = { filling: filling || callbackFilling(stage), content: lead, call: createLead };
  const send = async () => {
    await portal.api.call(createLead, { body: lead });
    return id;
  };
  await oncePerForm(context.services.vault, portal, filled, send, { signal: context.signal });
  await noteDone(portal, "availability callbacks", id);
  return paths.callbackRequested(id);
}

interface Outcome {
  readonly heading: string;
  readonly text: (salesPhone: string) => string;
}

const outcomes = {
  FTTPServiceCanBeProvided: {
    heading: "Fibre is available",
    text: () => "Leave your phone number, and our sales team will call you back within 48 hours.",
  },
  FTTPServiceCantBeProvided: {
    heading: "Fibre is not available here yet",
    text: () =>
      "We keep your address and will tell you as soon as that changes. Leave your phone number, and our sales team will call you back within 48 hours about what you can have until then.",
  },
  AddressCantBeLocatedFromGivenPostcode: {
    heading: "We could not find your address",
    text: (salesPhone) =>
      `Please phone our sales team on ${salesPhone} and choose option 4. Or leave your phone number, and they will call you back within 48 hours.`,
  },
} satisfies Readonly<Record<string, Outcome>>;

export function outcomeOf({ site, product }: Pick<Stage, "site" | "product">): Outcome {
  if (!site) return outcomes.AddressCantBeLocatedFromGivenPostcode;
  return product ? outcomes.FTTPServiceCanBeProvided : outcomes.FTTPServiceCantBeProvided;
}
