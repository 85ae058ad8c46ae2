import { matchPath } from "@remix-run/react";
import type { Config } from "#server/config.ts";
import type { Part } from "#server/optional-parts.ts";
import { useRootData } from "./document/root-data.ts";

/** Patterns of the addresses that menus leave out, and guards refuse, where a part is absent. */
const pages: Readonly<Partial<Record<Part, readonly string[]>>> = {
  files: [
    "/:area/:id/files/:name",
    "/products/:kind/:id/files/:name",
    "/invoices/files.zip",
    "/invoices/manage-direct-debit/:id/letter",
  ],
  uploads: ["/tickets/:id/files"],
  directDebits: ["/invoices/direct-debit/*", "/invoices/manage-direct-debit/*"],
  addressLookup: ["/account/locations/addresses"],
  availability: ["/services/availability-checker/*"],
  employees: ["/login/employee/callback"],
  // The outcome of a payment that is under way is told whatever was configured since.
  cardPayments: ["/invoices/make-a-payment", "/invoices/payment-summary"],
  shop: ["/shop/devices"],
};

/** All that tells what a provider offers: the parts that it leaves out. */
export type Offer = Pick<Config, "absent">;

/** Whether this provider brings the part. */
export function offers({ absent }: Offer, part: Part): boolean {
  return !absent.includes(part);
}

/** Whether the page at this address, or of this route's pattern, belongs to no absent part. */
export function offersPage({ absent }: Offer, address: string): boolean {
  const [path = ""] = address.split("?");
  return !absent.some((part) => pages[part]?.some((pattern) => matchPath(pattern, path)));
}

/** {@link offers} in a component. */
export function useOffers(part: Part): boolean {
  return offers(useRootData() ?? { absent: [] }, part);
}
