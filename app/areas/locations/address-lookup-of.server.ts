import type { LoadContext } from "#server/load-context.ts";
import { type AddressLookup, createAddressLookup } from "../../portal-api/address-lookup.ts";

/** The address look-up service of this portal. */
export function addressLookupOf({ config, services }: LoadContext): AddressLookup {
  const { subscriptionKey } = services.portalApi;
  return createAddressLookup({ url: config.addressLookupUrl, subscriptionKey });
}
