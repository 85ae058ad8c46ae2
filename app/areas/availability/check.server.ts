import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { paths } from "#app/paths.ts";
import { logAvailabilityEvent, type AvailabilityEvent } from "#app/portal-api/availability.ts";
import { refusal } from "#app/portal-api/errors.ts";
import { createFibreGateways, type FibreProduct, type Site } from "#app/portal-api/fibre.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

/** A postcode that was searched for. Kept in the session for 15 minutes, and found by its correlation id in the address. */
interface Check {
  /** The correlation id as the API has it. */
  readonly ownId: OwnId;
  readonly postCode: string;
  readonly sites: readonly Site[];
}

/** What was found for one of its addresses, and when (ISO 8601). */
interface Found {
  readonly products: readonly FibreProduct[];
  readonly checkedAt: string;
}

/** How far a check has come, read from the address of the page; a part is missing until its step is done. */
export interface Stage extends Check {
  readonly id: string;
  /** The place of the site in the list. */
  readonly address?: string;
  readonly site?: Site;
  readonly found?: Found;
  readonly product?: FibreProduct;
}

/** By the check's correlation id. */
export const checkState = flowState<Check>("availability");
/** By the id with the place of the address. */
const productsState = flowState<Found>("availability products");

/** The item with this index in the address; undefined where it is no index. */
const at = <Item>(list: readonly Item[], place: string) =>
  /^\d+$/.test(place) ? list[Number(place)] : undefined;

const ENDED = "This availability check has ended. Please start again.";

/** The check that the address names; undefined where it names none. Throws a redirect for one that has ended or a step not reached. */
export function stageIn({ request }: RouteArgs, portal: Portal): Stage | undefined {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("check");
  if (id === null) return undefined;
  const check = checkState.of(portal, id);
  if (!check) {
    portal.session.flash({ tone: "info", text: ENDED });
    throw redirect(paths.availabilityChecker(), 303);
  }
  const address = searchParams.get("address");
  if (address === null) return { id, ...check };
  const site = at(check.sites, address);
  const found = site && productsState.of(portal, `${id} ${address}`);
  if (!site || !found) throw redirect(paths.availabilityChecker({ check: id }), 303);
  const product = at(found.products, searchParams.get("product") ?? "");
  return { id, ...check, address, site, found, ...(product && { product }) };
}

/** {@link stageIn} for the pages that come after a search: without one they lead to the beginning. */
export function requireStage(args: RouteArgs, portal: Portal): Stage {
  const stage = stageIn(args, portal);
  if (!stage) throw redirect(paths.availabilityChecker(), 303);
  return stage;
}

/** Searches the addresses of a postcode; returns the next page. Throws PortalApiError. */
export async function searchPostCode(args: RouteArgs, portal: Portal, postCode: string): Promise<string> {
  const event = { category: "AddressSearch", message: postCode } as const;
  const [ownId, { sites, problem }] = await Promise.all([
    logStarted(portal, "", event),
    gatewaysOf(args).sites(postCode),
  ]);
  logCompleted(args, portal, ownId, event, problem || `${sites.length} found`);
  if (problem) throw refusal("PostCode", problem);
  const id = String(ownId);
  checkState.keep(portal, { ownId, postCode, sites }, id);
  return sites.length > 0 ? paths.availabilityChecker({ check: id }) : paths.requestCallback({ check: id });
}

/** Searches the products for an address of the check; returns the next page. Throws PortalApiError. */
export async function searchProducts(args: RouteArgs, portal: Portal, stage: Stage, address: string) {
  const { id: check, ownId, postCode, sites } = stage;
  const site = at(sites, address);
  if (!site) throw refusal("Address", "Choose an address");
  const event = { category: "ProductSearch", message: site.text } as const;
  const [, products] = await Promise.all([
    logStarted(portal, ownId, event),
    gatewaysOf(args).products(site.alk),
  ]);
  logCompleted(args, portal, ownId, event, `${products.length} found`);
  // Kept again, so that it expires together with the products.
  checkState.keep(portal, { ownId, postCode, sites }, check);
  const checkedAt = args.context.services.now().toISOString();
  productsState.keep(portal, { products, checkedAt }, `${check} ${address}`);
  return products.length > 0
    ? paths.availableProducts({ check, address })
    : paths.requestCallback({ check, address });
}

function gatewaysOf({ context }: RouteArgs) {
  const { config, services, signal } = context;
  return createFibreGateways(
    {
      addressesUrl: config.fibreAddressesUrl,
      productsUrl: config.fibreProductsUrl,
      key: config.gatewayKey,
      timeoutMs: services.portalApi.timeoutMs,
      upstreams: services.portalApi.upstreams,
      onDeviation: services.portalApi.onDeviation,
    },
    { signal, observe: services.observeCall },
  );
}

type Search = Pick<AvailabilityEvent, "category" | "message">;

async function logStarted({ api }: Portal, correlationId: OwnId, event: Search): Promise<OwnId> {
  const body = { ...event, correlationId, status: "Started" } as const;
  return (await api.call(logAvailabilityEvent, { body })).correlationId;
}

/** Logged after the answer: the search is useful even if this fails. */
function logCompleted({ context }: RouteArgs, { api }: Portal, id: OwnId, event: Search, outcome: string) {
  const message = `${event.message}: ${outcome}`;
  const body = { ...event, message, correlationId: id, status: "Completed" } as const;
  context.afterResponse("availability event", () => api.call(logAvailabilityEvent, { body }));
}
