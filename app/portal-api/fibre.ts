import { z } from "zod";
import { addressErrorText, NO_ADDRESS_FOUND } from "./address-lookup.ts";
import { observed, type Caller, type PortalApiSettings } from "./client.ts";
import { failedCall } from "./errors.ts";
import { operation, queryString, type Operation } from "./operation.ts";
import { parseAnswer } from "./reply.ts";
import { choicesOf, shown } from "./shapes.ts";
import { send } from "./transport.ts";

/** A list that was XML before: one is an object, none is null, absent or an empty text. */
const listed = <Item extends z.ZodType>(item: Item) =>
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
  .object({ Errors: listed(z.object({ errorCode: shown.text(), description: shown.text() })) })
  .nullish();
const found = z.object({ Sites: listed(z.object({ address: shown.object(siteAddress) })), status });

// Paths are relative to `FIBRE_ADDRESSES_URL`.
export const findAvailableAddresses = operation({
  method: "POST",
  path: "GetAvailableAddresses",
  body: z
    .object({ postCode: z.string() })
    .transform((address) => ({ getAvailableAddresses: { request: { address } } })),
  answer: z.object({
    getAvailableAddressesResponse: z
      .object({ getAvailableAddressesResult: found.nullish(), status })
      .refine(({ getAvailableAddressesResult: result, status: own }) => result ?? own),
  }),
  failure: "Something went wrong while getting available addresses",
});

const product = z
  .object({
    productName: shown.text(),
    chessProductName: shown.text(),
    /** Mbps, as the upstream speed. */
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
  answer: z.object({ availableProduct: listed(product) }),
  failure: "Something went wrong during getting available products",
});
export type FibreProduct = z.output<typeof product>;

/** An address that fibre can be asked about by its key at the network operator. */
export interface Site {
  readonly alk: string;
  readonly text: string;
}

interface Gateways {
  readonly addressesUrl: string | undefined;
  readonly productsUrl: string | undefined;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly upstreams?: PortalApiSettings["upstreams"];
  /** Told each shown field of an answer that is not as agreed. */
  readonly onDeviation?: PortalApiSettings["onDeviation"];
}

/** The fibre gateways. They get their key in the query, and nothing of the person. Both throw PortalApiError. */
export function createFibreGateways(gateways: Gateways, caller: Pick<Caller, "signal" | "observe">) {
  return {
    /** The addresses of a postcode, in order, and what the service has against it, if anything. */
    async sites(postCode: string): Promise<{ sites: readonly Site[]; problem: string }> {
      const body = JSON.stringify(findAvailableAddresses.body?.parse({ postCode }));
      const { getAvailableAddressesResponse: response } = await ask(
        { ...gateways, ...caller, url: gateways.addressesUrl, body },
        findAvailableAddresses,
      );
      const { getAvailableAddressesResult: result } = response;
      const errors = [result?.status, response.status].flatMap((one) => one?.Errors ?? []);
      const texts = errors
        .filter(({ errorCode }) => errorCode !== NO_ADDRESS_FOUND)
        .map(({ errorCode: code, description }) => addressErrorText({ code, description }));
      return { sites: sitesOf(result?.Sites ?? []), problem: [...new Set(texts)].join(" ") };
    },
    /** What can be had at an address, the fastest first. */
    async products(galk: string): Promise<readonly FibreProduct[]> {
      const { availableProduct } = await ask(
        { ...gateways, ...caller, url: gateways.productsUrl, query: { galk } },
        listAvailableProducts,
      );
      return availableProduct.toSorted((a, b) => mbpsOf(b) - mbpsOf(a));
    },
  };
}

/** 0 where the speed is not known. */
export function mbpsOf({ downstreamSpeed }: Pick<FibreProduct, "downstreamSpeed">): number {
  return typeof downstreamSpeed === "number" ? downstreamSpeed : 0;
}

function sitesOf(all: z.output<typeof found>["Sites"]): Site[] {
  return all
    .flatMap(({ address }) => (address?.aLK ? [{ alk: address.aLK, text: textOf(address) }] : []))
    .sort((a, b) => a.text.localeCompare(b.text, "en-GB", { numeric: true }));
}

function textOf({ buildingNumber, street, ...rest }: z.output<typeof siteAddress>): string {
  const { organisationName, subBuilding, buildingName, locality, postTown, postCode } = rest;
  const house = [buildingNumber, street].filter(Boolean).join(" ");
  const lines = [organisationName, subBuilding, buildingName, house, locality, postTown, postCode];
  return lines.filter(Boolean).join(", ");
}

type Asking = Pick<Gateways, "key" | "timeoutMs" | "upstreams" | "onDeviation"> &
  Pick<Caller, "signal" | "observe"> & {
    readonly url: string | undefined;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: string;
  };

async function ask<A extends z.ZodType>(
  { url, key, query, body, timeoutMs, upstreams, onDeviation, ...caller }: Asking,
  operation: Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, A>,
): Promise<z.output<A>> {
  const { method, path, failure } = operation;
  if (url === undefined) throw failedCall(operation, { kind: "network" });
  const call = `${method} ${path}`;
  const attempt = () =>
    send({
      call,
      failure,
      url: `${url}/${path}${queryString({ ...query, "subscription-key": key })}`,
      method,
      headers: { accept: "application/json", "content-type": "application/json" },
      body,
      timeoutMs,
      signal: caller.signal,
      // Both only look something up.
      retries: 1,
      upstreams,
    });
  const nobody = { ...caller, identityToken: () => "", clientId: undefined, requestId: "" };
  return observed(nobody, call, attempt, (reply) => {
    // A refusal is about the portal's key: it must not sign the person out.
    if (reply.status >= 400) throw failedCall(operation, { kind: "failed", status: reply.status });
    return parseAnswer(operation, reply, onDeviation) as Promise<z.output<A>>;
  });
}
