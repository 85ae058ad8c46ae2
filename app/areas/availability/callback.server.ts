import { redirect } from "@remix-run/node";
import { onlyOnce } from "#app/forms/only-once.server.ts";
import { paths } from "#app/paths.ts";
import { createLead, type Lead } from "#app/portal-api/availability.ts";
import { mbpsOf } from "#app/portal-api/fibre.ts";
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

/** Sends the lead once for the check, its address, the product and the number; where the way goes on. */
export async function requestCallback({ session, api, account }: Portal, stage: Stage, phoneNumber: string) {
  const { id: correlationId, site, found, product } = stage;
  const lead: Lead = {
    addressFound: site?.text ?? "",
    productSelected: product?.name ?? "",
    speed: product ? mbpsOf(product) : 0,
    maxSpeed: Math.max(0, ...(found?.products ?? []).map(mbpsOf)),
    phoneNumber,
    correlationId,
  };
  await onlyOnce(session, `availability ${correlationId}`, lead, async () => {
    await api.call(createLead, { body: lead });
    return correlationId;
  });
  await session.addTo(requestedSet(account.clientId), [correlationId]);
  return paths.callbackRequested(correlationId);
}

const requestedSet = (clientId: string) => `availability callbacks ${clientId}`;

/** True once a callback was asked for within this check. */
export async function wasRequested({ session, account }: Portal, check: string): Promise<boolean> {
  return (await session.membersOf(requestedSet(account.clientId))).has(check);
}
