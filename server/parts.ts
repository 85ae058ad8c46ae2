import type { VariableKey } from "./config-variables.ts";

/**
 * The parts that a provider may leave out: the settings that each needs, and what is absent without them. A part is
 * there as a whole or not at all; what is said of it in pages, menus and guards follows from this list.
 */
export const parts = {
  live: {
    needs: ["portalHubUrl"],
    without: "no live events, toasts or browser notifications; a page that waits for a line test asks again by itself",
  },
  files: {
    needs: ["filesUrl"],
    without: "no downloads: invoices, call records, ZIP files, letters, files of tickets, quotes, subscriptions, returns",
  },
  uploads: { needs: ["uploadsUrl"], without: "tickets and replies are sent without files" },
  directDebits: {
    needs: ["bankCheckUrl"],
    without: "no direct debits, neither list nor set-up: nobody is debited on numbers that were never checked",
  },
  addressLookup: { needs: ["addressLookupUrl"], without: "no address search; addresses are typed" },
  availability: {
    needs: ["fibreAddressesUrl", "fibreProductsUrl"],
    without: "no availability checker, and nothing that leads to it",
  },
  news: { needs: ["blogFeedUrl"], without: "no Blogs & News on the dashboard" },
  campaigns: { needs: ["campaignFeedUrl"], without: "no carousel on the dashboard" },
  employees: {
    needs: ["employeeTenantId", "employeeClientId", "employeeClientSecret"],
    without: "customers alone sign in: no 'Employee login'",
  },
  cardPayments: {
    needs: ["cardPaymentOrigins"],
    without: "no payments by card; the outcome of one that is under way is still told",
  },
  shop: { needs: ["shopOrigins"], without: "no Devices Shop" },
} as const satisfies Record<string, { readonly needs: readonly VariableKey[]; readonly without: string }>;

export type Part = keyof typeof parts;

export const partNames = Object.keys(parts) as Part[];

type Values = Readonly<Partial<Record<VariableKey, unknown>>>;

const isSet = (value: unknown) => value !== undefined && value !== null && [value].flat().length > 0;

/** What of a part's settings is there, and what is missing. */
export function settingsOf(part: Part, values: Values) {
  const needs: readonly VariableKey[] = parts[part].needs;
  const missing = needs.filter((key) => !isSet(values[key]));
  return { missing, isHalf: missing.length > 0 && missing.length < needs.length };
}

/** The parts that these settings leave out. */
export function absentParts(values: Values): Part[] {
  return partNames.filter((part) => settingsOf(part, values).missing.length > 0);
}
