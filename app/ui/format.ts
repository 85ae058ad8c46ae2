/**
 * How dates and money are written. For loaders only: components take the ready strings,
 * so that no date library reaches the browser.
 */
import { tz } from "@date-fns/tz";
import { format, isValid, parseISO } from "date-fns";
import { remembered } from "#app/remembered.ts";

const london = tz("Europe/London");

function formatMoment(iso: string | null | undefined, pattern: string): string | undefined {
  if (!iso) return undefined;
  // Without an offset the API means London's wall clock.
  const moment = parseISO(iso, { in: london });
  return isValid(moment) ? format(moment, pattern, { in: london }) : undefined;
}

const numeric = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const inLondon = new Intl.DateTimeFormat("en-GB", { ...numeric, timeZone: "Europe/London" });

/** ISO 8601 → '05/11/2024' in London; undefined when absent or unreadable, for the caller to word. */
export const formatDate = remembered((iso: string | null | undefined) => {
  // The commonest by far, on every line of a list, and twenty times quicker so.
  if (!iso || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso)) return formatMoment(iso, "dd/MM/yyyy");
  const moment = new Date(iso);
  return isValid(moment) ? inLondon.format(moment) : undefined;
});

/** ISO 8601 → '05/11/2024 09:05'. */
export const formatDateTime = remembered((iso: string | null | undefined) =>
  formatMoment(iso, "dd/MM/yyyy HH:mm"),
);

const sterling = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  signDisplay: "negative",
});

/** Decimal pounds → '£1,234.50'; never '-£0.00'. Throws RangeError for what is not a number. */
export function formatMoney(pounds: number): string {
  if (!Number.isFinite(pounds)) throw new RangeError(`Not an amount of money: ${pounds}`);
  return sterling.format(pounds);
}
