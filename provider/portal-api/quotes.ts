import type { DatabaseSync } from "node:sqlite";
import { millisecondsInMinute } from "date-fns/constants";
import { z } from "zod";
import { totalPence, versionsOf, type QuoteItem } from "#provider/products/demo-quotes.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { atMost, brokenRule, required, type BrokenRule, type Rule } from "#provider/rules/rule.ts";
import { causeFaultNamedIn, causeLateFault } from "#provider/scenarios/named-faults.ts";
import { fromJson, insert, update, type Row } from "#provider/store/store.ts";
import { dateText } from "./contact-object.ts";
import { requireValid } from "./csla.ts";
import { inCondition, listAnswer, numberParameters } from "./list-request.ts";
import { notFound, parseOrRefuse } from "./refusal.ts";
import { route, type Call, type Route, type RouteOptions } from "./route.ts";
import { rulesRoute } from "./validation-rules.ts";

const listShape = {
  table: "(SELECT * FROM quotes JOIN accounts USING (client_id))",
  columns: {
    quoteid: "quote_id",
    projectid: "project_id",
    quotedatetime: "quoted_at",
    contactname: "contact_name COLLATE NOCASE",
    linkedquoteslabel: "linked",
    details: "details COLLATE NOCASE",
    lineitemscount: "line_count",
    versionscount: "version_count",
    valuelabel: "value_pence",
    status: "status",
    validthrough: "valid_through_at",
  },
  search: ["quote_id", "project_id", "contact_name", "details"],
  defaultSort: "quoteId DESC",
  tieBreak: "quote_id DESC",
};

/** The question form's rules. */
const messageRules: readonly Rule[] = [
  required("Message", "Please enter your question."),
  atMost("Message", 2000),
];
const question = z.object({ quoteId: z.union([z.number(), z.string()]), message: z.string().nullish() });

const FLEETING_MS = millisecondsInMinute;
const RENEWABLE_AFTER_MS = 5 * millisecondsInMinute;

/** `Quote/*`. The list is filtered by `includedStatusCodes`. */
export function quoteRoutes({ db, now, pause }: RouteOptions): Route[] {
  return [
    rulesRoute("/Quote/GetMessageValidationRules", "Quotes", () => messageRules),
    route("GET /Quote/QuotesByCurrentClientId", "Quotes", (call) => {
      const statuses = numberParameters(call.query, "includedStatusCodes", []);
      return listAnswer(db, call, listShape, asSummary, inCondition("status", statuses));
    }),
    route("GET /Quote/QuoteById", "Quotes", (call) => {
      const row = findQuote(db, call, call.query.get("quoteId"));
      return { body: asQuote(row.is_fleeting === 1 ? renewFleetingQuote(db, row, now()) : row) };
    }),
    route("POST /Quote/PostQuoteQuestion", "Quotes", async (call) => {
      const { quoteId, message } = parseOrRefuse(question, call.body);
      const row = findQuote(db, call, quoteId);
      requireValid([...findBrokenRules(messageRules, { message }), ...findingsNamedIn(message)], true);
      await causeFaultNamedIn([message], pause);
      insert(db, "quote_questions", {
        quote_id: row.quote_id!,
        subject: call.caller.claims.sub,
        message: message ?? "",
        asked_at: now().getTime(),
      });
      causeLateFault(message);
      return { body: null };
    }),
  ];
}

/** Rules broken by the typed message, for tests (docs/scenarios.md). */
function findingsNamedIn(message: string | null | undefined): BrokenRule[] {
  const property = { banned: "Message", payroll: "PayrollNumber" }[message?.trim().toLowerCase() ?? ""];
  return property ? [brokenRule(property, "Banned")] : [];
}

function findQuote(db: DatabaseSync, { clientId }: Call, id: number | string | undefined): Row {
  const row = db
    .prepare("SELECT * FROM quotes JOIN accounts USING (client_id) WHERE client_id = ? AND quote_id = ?")
    .get(clientId, Number(id ?? Number.NaN));
  if (!row) throw notFound();
  return row;
}

/** A fleeting quote becomes valid for a minute when someone opens it. Five minutes after it has ended, opening it renews it. */
function renewFleetingQuote(db: DatabaseSync, row: Row, now: Date): Row {
  if (Number(row.valid_through_at) > now.getTime() - RENEWABLE_AFTER_MS) return row;
  const changes = { valid_through_at: now.getTime() + FLEETING_MS };
  update(db, "quotes", { quote_id: row.quote_id! }, changes);
  return { ...row, ...changes };
}

const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

function asSummary(row: Row) {
  const items = JSON.parse(String(row.items)) as QuoteItem[];
  const linkedQuoteIds = JSON.parse(String(row.linked)) as number[];
  const versions = versionsOf(items);
  const totals = versions.map((version) => totalPence(items, version));
  const range = [...new Set([Math.min(...totals), Math.max(...totals)])];
  return {
    quoteId: row.quote_id,
    projectId: row.project_id,
    quoteDateTime: dateText(row.quoted_at),
    contactName: row.contact_name,
    clientName: row.name,
    address: fromJson(row.address),
    preparedBy: fromJson(row.prepared_by),
    status: row.status,
    validThrough: dateText(row.valid_through_at),
    linkedQuoteIds,
    linkedQuotesLabel: linkedQuoteIds.join(", "),
    details: row.details,
    lineItemsCount: row.line_count,
    versionsCount: row.version_count,
    valueLabel: versions.length === 0 ? "" : range.map((pence) => pounds.format(pence / 100)).join(" - "),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].flatMap((version) => {
        const hasItems = versions.includes(version);
        return [
          [`lineItemsV${version}Count`, items.filter((item) => item.versions.includes(version)).length],
          [`valueV${version}Label`, hasItems ? pounds.format(totalPence(items, version) / 100) : ""],
        ];
      }),
    ),
  };
}

function asQuote(row: Row) {
  return { ...asSummary(row), items: (JSON.parse(String(row.items)) as QuoteItem[]).map(asItem) };
}

function asItem({ description, batchSize, units, pricePence, isOptional, isRecurring, versions }: QuoteItem) {
  return {
    description,
    batchSize,
    units,
    price: pricePence / 100,
    total: (units * pricePence) / 100,
    optional: isOptional ? "Yes" : "No",
    recurring: isRecurring ? "Yes" : "No",
    ...Object.fromEntries([1, 2, 3, 4, 5].map((version) => [`v${version}`, versions.includes(version)])),
  };
}
