import { describe, expect, it } from "vitest";
import { spendByMonth } from "#app/areas/invoices/invoice-spend.server.ts";
import { webAddress } from "#app/areas/invoices/invoice-view.server.ts";
import { listSlotDays, readOpenSlots } from "#app/areas/line-faults/booking/slots.server.ts";
import { payloadOf } from "#app/areas/notifications/notification-link.ts";
import { compareVersions } from "#app/areas/quotes/quote-versions.server.ts";
import { pdfText } from "#app/files/pdf-text.ts";
import { checks } from "#app/forms/rule-checks.ts";
import { csvFile } from "#app/grid/csv.server.ts";
import { readKeyword } from "#app/grid/list-state.ts";
import { formatDate, formatDateTime, timeAgo } from "#app/ui/format.ts";
import { parseBlog } from "#server/feeds/parse-feed.ts";
import { safeFileName } from "#shared/file-name.ts";
import { linesToHtml, plainLines, plainText, sanitizeHtmlField } from "#shared/html.server.ts";
import { MB, textLength } from "#shared/limits.ts";
import { isFileName } from "#shared/portal-api/files.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonMonth } from "#shared/portal-api/london-month.ts";
import { getQuote, type Quote } from "#shared/portal-api/quotes.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { count, money, shown } from "#shared/portal-api/shapes.ts";
import { isLong } from "../support/long.ts";

/** A reader of linear time takes some tens of milliseconds, a slower one minutes. */
const MAX_MS = 2_000;

function measureOnce(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** How many milliseconds the work takes. Measures twice if it seems slow, because other tests run at the same time. */
function measure(work: () => unknown): number {
  const first = measureOnce(work);
  return first < MAX_MS ? first : Math.min(first, measureOnce(work));
}

const pieces = [
  ...[
    "<br ",
    "<br>",
    "<b>",
    "</b>",
    "<p><i>",
    "<td></td>",
    "<table><tr><td>",
    "<a href=x>",
    "<!--",
    "<script>",
  ],
  ...[
    "&amp;",
    "&",
    "<",
    " ",
    "\n",
    " \n",
    "\t ",
    "=",
    "/",
    ".",
    "-",
    "'",
    "@a.",
    "a@",
    "1",
    "1.",
    "T",
    "2026-07-01T",
  ],
  ...["x", "é", "e\u0301", "\ud83d", "\u200b", '"', ",", ";", "=-", "Z", "+00:00", "\\", "[", "{"],
];
// Some patterns are slow only when other text comes before or after the repeated piece.
const texts = pieces.flatMap((piece) => {
  const text = piece.repeat((isLong ? MB : MB / 4) / piece.length);
  return [text, `${/[@.'-]/.test(piece) ? "a@a" : "2026"}${text}\0`];
});

const rules = Object.entries(checks).map(
  ([name, holds]) =>
    [
      `the rule ${name}`,
      (text: string) =>
        holds(
          text,
          validationRule.parse({ property: "It", ruleName: name, parameters: { ext: ["pdf"] } }),
          {},
        ),
    ] as const,
);

it.each<readonly [string, (text: string) => unknown]>([
  ["sanitizeHtmlField", (text) => sanitizeHtmlField(text)],
  ["plainText", (text) => plainText(text, MB)],
  ["plainLines", (text) => plainLines(text)],
  ["linesToHtml", linesToHtml],
  [
    "the readers of dates",
    (text) => [formatDate(text), formatDateTime(text), timeAgo(text), londonMonth(text)],
  ],
  [
    "the shapes of money, counts, texts and numbers",
    (text) => [money, count, shown.text(), shown.number()].map((shape) => shape.safeParse(text)),
  ],
  ["isFileName", isFileName],
  ["safeFileName", safeFileName],
  ["readKeyword", readKeyword],
  ["csvFile, up to the limit of a cell", (text) => csvFile([[text.slice(0, textLength.message)]])],
  [
    "pdfText, up to the limit of a row",
    (text) => pdfText(text.slice(0, textLength.row), (code) => code < 0x600),
  ],
  ["webAddress", webAddress],
  ["payloadOf", (payload) => payloadOf({ payload })],
  [
    "a feed's title",
    (text) => parseBlog(`<rss><channel><item><title><![CDATA[${text}]]></title></item></channel></rss>`),
  ],
  ...rules,
])("a very long text is read in a moment by %s", { timeout: 120_000 }, (_, read) => {
  const slow = texts.flatMap((text) => {
    const ms = measure(() => read(text));
    return ms > MAX_MS ? [`${JSON.stringify(text.slice(0, 12))}…: ${ms.toFixed()} ms`] : [];
  });
  expect(slow).toEqual([]);
});

const many = <T>(howMany: number, make: (index: number) => T) =>
  Array.from({ length: howMany }, (_, n) => make(n));

describe("very many rows are read in a moment by", () => {
  it("the sums of invoices by month", () => {
    const all = many(20_000, () => ({ dateIssued: "2026-07-01T09:00:00", total: 1 }) as InvoiceSummary);
    expect(measure(() => spendByMonth(all, false, new Date("2026-08-01")))).toBeLessThan(MAX_MS);
  });

  it("the list of days for an engineer's visit", () => {
    const config = { freeSlots: [], chargeableSlots: [], weekendAppointments: true };
    const all = many(5_000, (n) => ({
      appointmentDate: new Date(n * 43_200_000 + Date.UTC(2026, 0)).toISOString(),
      appointmentTimeslot: n % 2 ? "AM" : "PM",
    }));
    expect(measure(() => listSlotDays(readOpenSlots(all, config).openSlots, config, true))).toBeLessThan(
      MAX_MS,
    );
  });

  it("the comparison of a quote's versions", async () => {
    const quote = getQuote.answer.parse({
      quoteId: 1,
      valueV1Label: "£1",
      valueV2Label: "£2",
      items: many(20_000, (n) => ({ description: `Line ${n}`, total: 1, v1: true, v2: n % 2 })),
    }) as Quote;
    const begun = performance.now();
    const { differing, differingCount, shared } = await compareVersions(quote);
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
    expect([differing.length, shared.descriptions.length]).toEqual([1_000, 1_000]);
    expect(differingCount + shared.count).toBe(5_001);
    expect(shared.total).toBeUndefined();
  });
});
