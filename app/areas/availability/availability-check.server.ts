import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { paths } from "#app/paths.ts";
import { logAvailabilityEvent, type AvailabilityEvent } from "#app/portal-api/availability.ts";
import { refusal } from "#app/portal-api/errors.ts";
import { createFibreGateways, type FibreProduct, type NetworkAddress } from "#app/portal-api/fibre.ts";
import type { ApiId } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

/** A searched postcode, kept in the session for 15 minutes; page URLs name it by its correlation id. */
interface Check {
  /** The correlation id in the API's own type. */
  readonly correlationId: ApiId;
  readonly postCode: string;
  readonly sites: readonly NetworkAddress[];
}

interface FoundProducts {
  readonly products: readonly FibreProduct[];
  /** ISO 8601. */
  readonly checkedAt: string;
}

/** How far a check has come, read from the page's URL. The optional fields are missing until their step is done. */
export interface Stage extends Check {
  readonly id: string;
  /** The index of the address in the list. */
  readonly address?: string;
  readonly site?: NetworkAddress;
  readonly found?: FoundProducts;
  readonly product?: FibreProduct;
}

/** Keyed by the check's correlation id. */
export const checkState = flowState<Check>("availability");
/** Keyed by the correlation id and the index of the address. */
const productsState = flowState<FoundProducts>("availability products");

const itemAt = <Item>(list: readonly Item[], index: string) =>
  /^\d+$/.test(index) ? list[Number(index)] : undefined;

const CHECK_ENDED = "This availability check has ended. Please start again.";

/** The check that the page's URL names, or undefined. Throws a redirect if the check has ended or its step is not reached yet. */
export function stageIn({ request }: RouteArgs, portal: Portal): Stage | undefined {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("check");
  if (id === null) return undefined;
  const check = checkState.of(portal, id);
  if (!check) {
    portal.session.flash({ tone: "info", text: CHECK_ENDED });
    throw redirect(paths.availabilityChecker(), 303);
  }
  const address = searchParams.get("address");
  if (address === null) return { id, ...check };
  const site = itemAt(check.sites, address);
  const found = site && productsState.of(portal, `${id} ${address}`);
  if (!site || !found) throw redirect(paths.availabilityChecker({ check: id }), 303);
  const product = itemAt(found.products, searchParams.get("product") ?? "");
  return { id, ...check, address, site, found, ...(product && { product }) };
}

/** Like {@link stageIn}, but throws a redirect to the start when the URL names no check. */
export function requireStage(args: RouteArgs, portal: Portal): Stage {
  const stage = stageIn(args, portal);
  if (!stage) throw redirect(paths.availabilityChecker(), 303);
  return stage;
}

/** Finds the addresses of a postcode; resolves to the URL of the next page. Throws PortalApiError. */
export async function searchPostCode(args: RouteArgs, portal: Portal, postCode: string): Promise<string> {
  const event = { category: "AddressSearch", message: postCode } as const;
  const [correlationId, { sites, problem }] = await Promise.all([
    logStarted(portal, "", event),
    gatewaysOf(args).sites(postCode),
  ]);
  logCompleted(args, portal, correlationId, event, problem || `${sites.length} found`);
  if (problem) throw refusal("PostCode", problem);
  const id = String(correlationId);
  checkState.keep(portal, { correlationId, postCode, sites }, id);
  return sites.length > 0 ? paths.availabilityChecker({ check: id }) : paths.requestCallback({ check: id });
}

/** Finds the products for the address with this index; resolves to the URL of the next page. Throws PortalApiError. */
export async function searchProducts(args: RouteArgs, portal: Portal, stage: Stage, address: string) {
  const { id: check, correlationId, postCode, sites } = stage;
  const site = itemAt(sites, address);
  if (!site) throw refusal("Address", "Choose an address");
  const event = { category: "ProductSearch", message: site.text } as const;
  const [, products] = await Promise.all([
    logStarted(portal, correlationId, event),
    gatewaysOf(args).products(site.alk),
  ]);
  logCompleted(args, portal, correlationId, event, `${products.length} found`);
  // Stored again so that the check does not expire before its products.
  checkState.keep(portal, { correlationId, postCode, sites }, check);
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
      onUnexpectedField: services.portalApi.onUnexpectedField,
    },
    { signal, observe: services.observeCall },
  );
}

type SearchEvent = Pick<AvailabilityEvent, "category" | "message">;

async function logStarted({ api }: Portal, correlationId: ApiId, event: SearchEvent): Promise<ApiId> {
  const body = { ...event, correlationId, status: "Started" } as const;
  return (await api.call(logAvailabilityEvent, { body })).correlationId;
}

/** Logs only after the response is sent, since the search result is useful even if logging fails. */
function logCompleted(
  { context }: RouteArgs,
  { api }: Portal,
  id: ApiId,
  event: SearchEvent,
  outcome: string,
) {
  const message = `${event.message}: ${outcome}`;
  const body = { ...event, message, correlationId: id, status: "Completed" } as const;
  context.afterResponse("availability event", () => api.call(logAvailabilityEvent, { body }));
}
