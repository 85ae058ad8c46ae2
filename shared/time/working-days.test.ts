import { expect, it } from "vitest";
import { formatWorkingDayAfter } from "./working-days.server.ts";

it.each([
  ["2026-11-23T09:00:00Z", "30/11/2026"],
  ["2026-11-21T12:00:00Z", "27/11/2026"],
  // Christmas, a weekend, Boxing Day's substitute.
  ["2026-12-24T12:00:00Z", "05/01/2027"],
  // Good Friday and Easter Monday.
  ["2027-03-25T12:00:00Z", "05/04/2027"],
  // Already Tuesday in London, in summer time.
  ["2027-06-07T23:30:00Z", "15/06/2027"],
  // The New Year of 2028 is a Saturday.
  ["2027-12-31T12:00:00Z", "10/01/2028"],
])("five working days after %s is %s", (from, expected) => {
  expect(formatWorkingDayAfter(new Date(from), 5)).toBe(expected);
});
