import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { logAvailabilityEvent, type AvailabilityEvent } from "#shared/portal-api/availability.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import { createFibreGateways, type FibreProduct, type NetworkAddress } from "#shared/portal-api/fibre.ts";
import type { ApiId } from "#shared/portal-api/shapes.ts";

/** A postcode whose addresses were searched, kept in the session for 15 minutes. Page URLs name it by its correlation id. */
interface AvailabilityCheck {
  readonly correlationId: ApiId;
  readonly postCode: string;
  readonly sites: readonly NetworkAddress[];
}

interface ProductResult {
  readonly products: readonly FibreProduct[];
  /** In ISO 8601. */
  readonly checkedAt: string;
}

/** How far a check has come, read from the page's URL. The optional fields are missing until their step is done. */
export interface Stage extends AvailabilityCheck {
  /** The correlation id as text. */
  readonly id: string;
  /** The index of the chosen address in `sites`. */
  readonly addressIndex?: string;
  readonly site?: NetworkAddress;
  readonly productResult?: ProductResult;
  readonly product?: FibreProduct;
}

/** Keyed by the check's correlation id. */
export const checkState = flowState<AvailabilityCheck>("availability");
/** Keyed by the correlation id and the index of the address. */
const productsState = flowState<ProductResult>("availability products");

const itemAt = <Item>(list: readonly Item[], index: string) =>
  /^\d+$/.test(index) ? list[Number(index)] : undefined;

/** A product by what a page shows of it, since a second search of the address may bring another one to its place. */
export const productKey = (product: FibreProduct) => fingerprint(product);

const CHECK_ENDED = "This availability check has ended. Please start again.";

/** The check that the page's URL names, or undefined. Throws a redirect if the check has ended or its step is not reached yet. */
export function findStage({ request }: RouteArgs, portal: Portal): Stage | undefined {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("check");
  if (id === null) return undefined;
  const check = checkState.read(portal, id);
  if (!check) {
    portal.session.flash({ tone: "info", text: CHECK_ENDED });
    throw redirect(paths.availabilityChecker(), 303);
  }
  const addressIndex = searchParams.get("address");
  if (addressIndex === null) return { id, ...check };
  const site = itemAt(check.sites, addressIndex);
  const productResult = site && productsState.read(portal, `${id} ${addressIndex}`);
  if (!site || !productResult) throw redirect(paths.availabilityChecker({ check: id }), 303);
  const product = productResult.products.find((one) => productKey(one) === searchParams.get("product"));
  return { id, ...check, addressIndex, site, productResult, product };
}

/** Like {@link findStage}, but throws a redirect to the start when the URL names no check. */
export function requireStage(args: RouteArgs, portal: Portal): Stage {
  const stage = findStage(args, portal);
  if (!stage) throw redirect(paths.availabilityChecker(), 303);
  return stage;
}

/** Finds the addresses of a postcode; resolves to the URL of the next page. Throws PortalApiError. */
export async function searchPostCode(args: RouteArgs, portal: Portal, postCode: string): Promise<string> {
  const event = { category: "AddressSearch", message: postCode } as const;
  // The first event has no correlation id yet: the API's answer contains it.
  const [correlationId, { sites, problem }] = await Promise.all([
    logStarted(portal, "", event),
    gatewaysOf(args).sites(postCode),
  ]);
  logCompleted(args, portal, correlationId, event, problem || `${sites.length} found`);
  if (problem) throw refusal("PostCode", problem);
  const id = String(correlationId);
  checkState.save(portal, { correlationId, postCode, sites }, id);
  return sites.length > 0 ? paths.availabilityChecker({ check: id }) : paths.requestCallback({ check: id });
}

/** Finds the products for the address with this index; resolves to the URL of the next page. Throws PortalApiError. */
export async function searchProducts(args: RouteArgs, portal: Portal, stage: Stage, addressIndex: string) {
  const { id: check, correlationId, postCode, sites } = stage;
  const site = itemAt(sites, addressIndex);
  if (!site) throw refusal("Address", "Choose an address");
  const event = { category: "ProductSearch", message: site.text } as const;
  const [, products] = await Promise.all([
    logStarted(portal, correlationId, event),
    gatewaysOf(args).products(site.alk),
  ]);
  logCompleted(args, portal, correlationId, event, `${products.length} found`);
  // Stored again so that the check does not expire before its products.
  checkState.save(portal, { correlationId, postCode, sites }, check);
  const checkedAt = args.context.services.now().toISOString();
  productsState.save(portal, { products, checkedAt }, `${check} ${addressIndex}`);
  return products.length > 0
    ? paths.availableProducts({ check, address: addressIndex })
    : paths.requestCallback({ check, address: addressIndex });
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
