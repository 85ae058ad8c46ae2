import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { logAvailabilityEvent, type AvailabilityEvent } from "#shared/portal-api/availability.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import { createFibreGateways, type FibreProduct, type NetworkAddress } from "#shared/portal-api/fibre.ts";
import type { ApiId } from "#shared/portal-api/shapes.ts";

/** A postcode whose addresses we've searched for, kept in the session for 15 minutes. Page URLs have its correlation id. */
interface AvailabilityCheck {
  readonly correlationId: ApiId;
  readonly postCode: string;
  readonly sites: readonly NetworkAddress[];
  /** The first line of the location that was pressed, if one was. */
  readonly line1: string | undefined;
}

interface ProductResult {
  readonly products: readonly FibreProduct[];
  /** In ISO 8601. */
  readonly checkedAt: string;
}

/** How far a check has got, from the page's URL. The optional fields are undefined until their step is done. */
export interface CheckAtStep extends AvailabilityCheck {
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

/** Identifies a product by what the page shows, because searching again may put a different one in its place. */
export const productKey = (product: FibreProduct) => fingerprint(product);

const CHECK_ENDED = "This availability check has ended. Please start again.";

/** The check in the page's URL, or undefined. Redirects if the check has expired or hasn't got to this step. */
export function findCheck({ request }: RouteArgs, portal: Portal): CheckAtStep | undefined {
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
  const product = productResult.products.find((item) => productKey(item) === searchParams.get("product"));
  return { id, ...check, addressIndex, site, productResult, product };
}

/** Like {@link findCheck}, but redirects to the start if there's no check in the URL. */
export function requireCheck(args: RouteArgs, portal: Portal): CheckAtStep {
  const check = findCheck(args, portal);
  if (!check) throw redirect(paths.availabilityChecker(), 303);
  return check;
}

/** Finds a postcode's addresses and resolves to the next page's URL. Throws PortalApiError. */
export async function searchPostCode(args: RouteArgs, portal: Portal, postCode: string, line1?: string) {
  const event = { category: "AddressSearch", message: postCode } as const;
  // The API's answer to this first event gives us the correlation id.
  const [correlationId, { sites, problem }] = await Promise.all([
    logStarted(portal, "", event),
    gatewaysOf(args).sites(postCode),
  ]);
  logCompleted(args, portal, correlationId, event, problem || `${sites.length} found`);
  if (problem) throw refusal("PostCode", problem);
  const id = String(correlationId);
  checkState.save(portal, { correlationId, postCode, sites, line1 }, id);
  return sites.length > 0 ? paths.availabilityChecker({ check: id }) : paths.requestCallback({ check: id });
}

/** Finds the products for the address with this index and resolves to the next page's URL. Throws PortalApiError. */
export async function searchProducts(
  args: RouteArgs,
  portal: Portal,
  check: CheckAtStep,
  addressIndex: string,
) {
  const { id, correlationId, postCode, sites, line1 } = check;
  const site = itemAt(sites, addressIndex);
  if (!site) throw refusal("Address", "Choose an address");
  const event = { category: "ProductSearch", message: site.text } as const;
  const [, products] = await Promise.all([
    logStarted(portal, correlationId, event),
    gatewaysOf(args).products(site.alk),
  ]);
  logCompleted(args, portal, correlationId, event, `${products.length} found`);
  // Stored again so that the check doesn't expire before its products.
  checkState.save(portal, { correlationId, postCode, sites, line1 }, id);
  const checkedAt = args.context.services.now().toISOString();
  productsState.save(portal, { products, checkedAt }, `${id} ${addressIndex}`);
  return products.length > 0
    ? paths.availableProducts({ check: id, address: addressIndex })
    : paths.requestCallback({ check: id, address: addressIndex });
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

/** Logs a finished search after the response is sent, because the result is useful even if logging fails. */
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
