import { z } from "zod";
import { addressErrorText, NO_ADDRESS_FOUND } from "./address-lookup.ts";
import { callWithRenewal, type Caller, type PortalApiSettings } from "./client.ts";
import { collator } from "./collator.ts";
import { failedCall } from "./errors.ts";
import { operation, queryString, type Operation } from "./operation.ts";
import { parseAnswer } from "./reply.ts";
import { choicesOf, shown } from "./shapes.ts";
import { send } from "./transport.ts";

/** Shown if a gateway refuses a check without giving a reason. */
const REFUSED = "The availability check could not be carried out with the given details.";

/** A list converted from XML: one item is an object, none is null, absent or ''. */
const xmlList = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => [value || []].flat(), choicesOf(item));

const siteAddress = z.object({
  aLK: shown.text(),
  organisationName: shown.text(),
  subBuilding: shown.text(),
  buildingName: shown.text(),
  buildingNumber: shown.text(),
  street: shown.text(),
  locality: shown.text(),
  postTown: shown.text(),
  postCode: shown.text(),
});
const status = z
  .object({ Errors: xmlList(z.object({ errorCode: shown.text(), description: shown.text() })) })
  .nullish();
const availableAddresses = z.object({
  Sites: xmlList(z.object({ address: shown.object(siteAddress) })),
  status,
});

// Paths are relative to `FIBRE_ADDRESSES_URL`.
export const findAvailableAddresses = operation({
  method: "POST",
  path: "GetAvailableAddresses",
  body: z
    .object({ postCode: z.string() })
    .transform((address) => ({ getAvailableAddresses: { request: { address } } })),
  answer: z.object({
    getAvailableAddressesResponse: z
      .object({ getAvailableAddressesResult: availableAddresses.nullish(), status })
      .refine(({ getAvailableAddressesResult: result, status: outerStatus }) => result ?? outerStatus),
  }),
  failure: "Something went wrong while getting available addresses",
});

const product = z
  .object({
    productName: shown.text(),
    chessProductName: shown.text(),
    /** Both speeds are in Mbps. */
    downstreamSpeed: shown.number(),
    upstreamSpeed: shown.number(),
  })
  .transform(({ chessProductName, productName, ...speeds }) => ({
    name: chessProductName || productName || "Fibre",
    ...speeds,
  }));

// Relative to `FIBRE_PRODUCTS_URL`.
export const listAvailableProducts = operation({
  method: "GET",
  path: "address-availability/available-products",
  query: z.object({ galk: z.string() }),
  answer: z.object({ availableProduct: xmlList(product) }),
  failure: "Something went wrong during getting available products",
});
export type FibreProduct = z.output<typeof product>;

/** An address with its key at the network operator (ALK). */
export interface NetworkAddress {
  readonly alk: string;
  readonly text: string;
}

interface GatewaySettings {
  readonly addressesUrl: string | undefined;
  readonly productsUrl: string | undefined;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly upstreams?: PortalApiSettings["upstreams"];
  readonly onUnexpectedField?: PortalApiSettings["onUnexpectedField"];
}

/** The fibre gateways. They get their key in the query, and nothing about the person. Both throw PortalApiError. */
export function createFibreGateways(settings: GatewaySettings, caller: Pick<Caller, "signal" | "observe">) {
  return {
    /** A postcode's addresses, sorted, and the service's error text; '' if there's none. */
    async sites(postCode: string): Promise<{ sites: readonly NetworkAddress[]; problem: string }> {
      const body = JSON.stringify(findAvailableAddresses.body?.parse({ postCode }));
      const { getAvailableAddressesResponse: response } = await callGateway(
        { ...settings, ...caller, url: settings.addressesUrl, body },
        findAvailableAddresses,
      );
      const { getAvailableAddressesResult: result } = response;
      const errors = [result?.status, response.status].flatMap((part) => part?.Errors ?? []);
      const texts = errors
        .filter(({ errorCode }) => errorCode !== NO_ADDRESS_FOUND)
        .map(({ errorCode: code, description }) => addressErrorText({ code, description }, REFUSED));
      const sites = (result?.Sites ?? [])
        .flatMap(({ address }) => (address?.aLK ? [{ alk: address.aLK, text: addressTextOf(address) }] : []))
        .sort((a, b) => collator.compare(a.text, b.text));
      return { sites, problem: [...new Set(texts)].join(" ") };
    },
    async products(galk: string): Promise<readonly FibreProduct[]> {
      const { availableProduct } = await callGateway(
        { ...settings, ...caller, url: settings.productsUrl, query: { galk } },
        listAvailableProducts,
      );
      return availableProduct.toSorted((a, b) => mbpsOf(b) - mbpsOf(a));
    },
  };
}

export function mbpsOf({ downstreamSpeed }: Pick<FibreProduct, "downstreamSpeed">): number {
  return typeof downstreamSpeed === "number" ? downstreamSpeed : 0;
}

function addressTextOf({ buildingNumber, street, ...rest }: z.output<typeof siteAddress>): string {
  const { organisationName, subBuilding, buildingName, locality, postTown, postCode } = rest;
  const house = [buildingNumber, street].filter(Boolean).join(" ");
  const lines = [organisationName, subBuilding, buildingName, house, locality, postTown, postCode];
  return lines.filter(Boolean).join(", ");
}

type GatewayCall = Pick<GatewaySettings, "key" | "timeoutMs" | "upstreams" | "onUnexpectedField"> &
  Pick<Caller, "signal" | "observe"> & {
    readonly url: string | undefined;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: string;
  };

async function callGateway<A extends z.ZodType>(
  { url, key, query, body, timeoutMs, upstreams, onUnexpectedField, ...caller }: GatewayCall,
  operation: Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, A>,
): Promise<z.output<A>> {
  if (url === undefined) throw failedCall(operation, { kind: "network" });
  const attempt = () =>
    send({
      operation,
      url: `${url}/${operation.path}${queryString({ ...query, "subscription-key": key })}`,
      headers: { accept: "application/json", "content-type": "application/json" },
      body,
      timeoutMs,
      signal: caller.signal,
      // Safe to repeat: both calls only read, although one is a POST.
      retries: 1,
      upstreams,
    });
  const anonymous = { ...caller, identityToken: () => "", clientId: undefined, requestId: "" };
  return callWithRenewal(anonymous, operation, attempt, (reply) => {
    // A 401 or 403 is about the portal's own key, so it mustn't sign the person out.
    if (reply.status >= 400) {
      const text = [400, 422].includes(reply.status) ? REFUSED : operation.failure;
      throw failedCall({ ...operation, failure: text }, { kind: "failed", status: reply.status });
    }
    return parseAnswer(operation, reply, onUnexpectedField) as Promise<z.output<A>>;
  });
}
