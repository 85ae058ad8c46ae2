import type { VariableKey } from "./config-variables.ts";

/** The parts that a provider may leave out: the settings that each needs, and what's missing without it. */
export const parts = {
  live: {
    needs: ["portalHubUrl"],
    without:
      "no toasts or browser notifications, and pages only update automatically while someone waits for a line test",
  },
  files: {
    needs: ["filesUrl"],
    without:
      "no downloads: invoices, call records, ZIP files, letters, or files on tickets, quotes, subscriptions and returns",
  },
  uploads: { needs: ["uploadsUrl"], without: "tickets and replies are sent without files" },
  directDebits: {
    needs: ["bankCheckUrl"],
    without:
      "direct debits can't be viewed or set up, because unchecked bank details mustn't be saved; invoices still show whether they'll be collected by Direct Debit",
  },
  addressLookup: {
    needs: ["addressLookupUrl"],
    without: "no address search: people have to type in addresses",
  },
  availability: {
    needs: ["fibreAddressesUrl", "fibreProductsUrl"],
    without: "no availability checker, and no links to it",
  },
  news: { needs: ["blogFeedUrl"], without: "no Blogs & News on the dashboard" },
  campaigns: { needs: ["campaignFeedUrl"], without: "no carousel on the dashboard" },
  status: {
    needs: ["statusFeedUrl"],
    without: "no service status page, and no incidents on other pages",
  },
  employees: {
    needs: ["employeeTenantId", "employeeClientId", "employeeClientSecret"],
    without: "only customers can sign in: no 'Employee login'",
  },
  cardPayments: {
    needs: ["cardPaymentOrigins"],
    without: "no card payments; the outcome of one in progress is still shown",
  },
  shop: { needs: ["shopOrigins"], without: "no Devices Shop" },
} as const satisfies Record<string, { readonly needs: readonly VariableKey[]; readonly without: string }>;

/** For the documentation: what's missing if one of these settings isn't set. */
export const withoutSetting: Readonly<Partial<Record<VariableKey, string>>> = {
  gatewayKey: "the gateways are called without a key",
  stopGraceSeconds: "the portal doesn't check at start-up whether the platform waits long enough",
  blogUrl: "no 'View more' under the posts",
  ipLookupUrl: "card payments are sent with the request's own IP address",
  passwordResetUrl: "people who have forgotten their password only see that signing in failed",
  changePasswordUrl: "no 'Change Password'",
  memorableWordUrl: "no 'Update Memorable Word'",
  employeeDomainHint: "employees choose their account themselves",
  userGuideUrl: "no 'New to the Portal'",
  mandateUrl: "people who can't set up a direct debit online are asked to request the form",
  wholesaleMandateUrl: "wholesale customers are asked to request the form",
  termsUrl: "no such link in the footer",
  privacyUrl: "no such link in the footer",
  complaintsUrl: "no such link in the footer",
  statusBanner: "no banner",
  brandColour: "the portal's own blue",
  analyticsScriptUrl: "no analytics",
  otlpEndpoint: "no traces",
  otlpHeaders: "no headers are sent",
};

export type Part = keyof typeof parts;

export const partNames = Object.keys(parts) as Part[];

type Values = Readonly<Partial<Record<VariableKey, unknown>>>;

const isSet = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;

/** The settings that a part lacks; `isIncomplete` if it has some but not all. */
export function settingsOf(part: Part, values: Values) {
  const needs: readonly VariableKey[] = parts[part].needs;
  const missing = needs.filter((key) => !isSet(values[key]));
  return { missing, isIncomplete: missing.length > 0 && missing.length < needs.length };
}

export function absentParts(values: Values): Part[] {
  return partNames.filter((part) => settingsOf(part, values).missing.length > 0);
}
