import express, { type Router } from "express";
import { z } from "zod";
import { addressErrors } from "#provider/address-lookup/address-lookup.ts";
import { ukAddresses } from "#provider/address-lookup/uk-addresses.ts";
import { asyncHandler, requireKey } from "#provider/portal-api/api.ts";
import { parseOrRefuse, Refusal } from "#provider/portal-api/refusal.ts";
import { parseQuery } from "#provider/portal-api/route.ts";
import type { Pause } from "#provider/scenarios/named-faults.ts";
import {
  causeGatewayFault,
  productsAt,
  rareAddresses,
  rareErrorCodes,
  type GatewayAddress,
} from "./rare-fibre.ts";

interface FibreOptions {
  readonly key: string;
  readonly pause: Pause;
}

const searchRequest = z.object({
  getAvailableAddresses: z.object({
    request: z.object({ address: z.object({ postCode: z.string() }) }),
  }),
});

/**
 * The fibre checker's two gateways, with their key in the query: `POST /addresses/GetAvailableAddresses` returns a
 * postcode's addresses, `GET /products/address-availability/available-products?galk=` the products at one of them.
 */
export function fibreRoutes({ key, pause }: FibreOptions): Router {
  const router = express.Router();
  router.use(requireKey(key, ({ url }) => parseQuery(url).get("subscription-key")));
  router.post(
    "/addresses/GetAvailableAddresses",
    express.json(),
    asyncHandler(async (request, response) => {
      const { postCode } = parseOrRefuse(searchRequest, request.body).getAvailableAddresses.request.address;
      await causeGatewayFault(normalise(postCode), pause);
      const addresses = addressesOf(normalise(postCode));
      const codes = rareErrorCodes[normalise(postCode)] ?? (addresses.length === 0 ? ["AMWS2056"] : []);
      const errors = codes.map((errorCode) => ({ errorCode, description: addressErrors[errorCode] }));
      response.json({
        getAvailableAddressesResponse: {
          getAvailableAddressesResult: {
            Sites: asXmlList(addresses.map((address) => ({ address }))),
            status: { Errors: asXmlList(errors) },
          },
        },
      });
    }),
  );
  router.get(
    "/products/address-availability/available-products",
    asyncHandler(async (request, response) => {
      const galk = parseQuery(request.url).get("galk") ?? "";
      if (galk === "") throw new Refusal(400, "galk is missing");
      await causeGatewayFault(galk, pause);
      response.json({ availableProduct: asXmlList(productsAt(galk)) });
    }),
  );
  return router;
}

/** A list as the gateways convert it from XML: several items are an array, a single one is an object, and none is null. */
function asXmlList<Item>(items: readonly Item[]): readonly Item[] | Item | null {
  return items.length > 1 ? items : (items[0] ?? null);
}

function addressesOf(postCode: string): readonly GatewayAddress[] {
  const rare = rareAddresses[postCode];
  if (rare) return rare;
  return ukAddresses
    .filter((address) => normalise(address.postCode) === postCode)
    .map(({ id, line1, line2, town, ...address }) => {
      const [number = "", ...street] = (line2 || line1).split(" ");
      return {
        aLK: id.replace("GB-", "A0000000"),
        ...(line2 && (/^Flat/.test(line1) ? { subBuilding: line1 } : { buildingName: line1 })),
        buildingNumber: number,
        street: street.join(" "),
        postTown: town.toUpperCase(),
        postCode: address.postCode,
      };
    });
}

function normalise(text: string): string {
  return text.toUpperCase().replace(/[^A-Z\d]/g, "");
}
