import { createAddressLookup, type AddressLookup } from "#app/portal-api/address-lookup.ts";
import type { LoadContext } from "#server/load-context.ts";

/** The address look-up service of this portal. */
export function addressLookupOf({ config, services }: LoadContext): AddressLookup {
  const { subscriptionKey } = services.portalApi;
  return createAddressLookup({ url: config.addressLookupUrl, subscriptionKey });
}
