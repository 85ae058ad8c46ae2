import { describe, expect, it } from "vitest";
import { quote, quoteStatus } from "#shared/portal-api/quotes.ts";
import { hasExpired, isAcceptable, validityText } from "./quote-view.server.ts";

const now = new Date("2026-07-01T12:00:00Z");
const { pending, ordered, declined } = quoteStatus;

describe("a quote", () => {
  it.each([
    ["2026-07-01T12:00:00.001Z", true, false],
    ["2026-07-01T12:00:00Z", false, true],
    ["2026-07-01T11:59:59.999Z", false, true],
    // Without an offset the time is London's, here in summer.
    ["2026-07-01T13:00:01", true, false],
    ["2026-07-01T13:00:00", false, true],
    ["2026-07-01T14:00:01+02:00", true, false],
    ["", false, false],
    ["soon", false, false],
  ])("that ends at %j may be accepted: %s; has expired: %s", (validThrough, mayBeAccepted, isExpired) => {
    expect(isAcceptable({ status: pending, validThrough }, now)).toBe(mayBeAccepted);
    expect(hasExpired({ status: pending, validThrough }, now)).toBe(isExpired);
    expect(isAcceptable({ status: declined, validThrough }, now)).toBe(false);
    expect(hasExpired({ status: declined, validThrough }, now)).toBe(isExpired);
    for (const status of [ordered, "1", ""])
      for (const check of [isAcceptable, hasExpired])
        expect(check({ status, validThrough }, now)).toBe(false);
  });

  it("shows its end in London's time, with the days until then", () => {
    const textOf = (validThrough: string) => validityText({ validThrough }, now);
    expect(textOf("2026-07-02T22:59:59Z")).toBe("Valid until 23:59 tomorrow (02/07/2026).");
    expect(textOf("2026-07-02T23:30:00Z")).toBe("Valid until 03/07/2026 00:30, in 2 days.");
    expect(textOf("soon")).toBe("We can't read this quote's expiry date.");
    expect(textOf("")).toBe("");
  });
});

it.each([
  [true, true],
  ["yes ", true],
  ["1", true],
  ["No  ", false],
  [null, false],
])("a line's flag %j is %s", (optional, expected) => {
  expect(quote.parse({ quoteId: 1, items: [{ optional }] }).items[0]?.optional).toBe(expected);
});
