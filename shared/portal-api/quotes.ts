import { z } from "zod";
import { listRequest } from "./list-request.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { apiId, idAsSent, ignored, listOf, rowsOf, shown, toText, withApiId } from "./shapes.ts";

export const quoteStatus = { pending: 1, ordered: 2, declined: 3 } as const;
export const versions = [1, 2, 3, 4, 5] as const;
export type Version = (typeof versions)[number];

const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || /^(?:yes|true|1)$/i.test(toText(value).trim()))
  .meta({ type: ["boolean", "string", "number", "null"] });

const preparer = z.object({
  name: shown.text(),
  position: shown.text(),
  email: shown.text(),
  phone: shown.text(),
});

/** Dates are ISO 8601. Labels are for display, e.g. '£100.00 - £2,936.00'. */
const quoteFields = z.object({
  quoteId: apiId,
  projectId: shown.text(),
  quoteDateTime: shown.date(),
  contactName: shown.text(),
  clientName: shown.text(),
  address: shown.address(),
  preparedBy: shown.object(preparer),
  status: shown.status(quoteStatus).describe("1 pending, 2 ordered, 3 declined."),
  validThrough: shown.date(),
  linkedQuoteIds: shown.texts("number"),
  linkedQuotesLabel: shown.text(),
  details: shown.html().describe("May contain HTML."),
  lineItemsCount: shown.number(),
  versionsCount: shown.number(),
  valueLabel: shown.text(),
  valueV1Label: shown.text(),
  valueV2Label: shown.text(),
  valueV3Label: shown.text(),
  valueV4Label: shown.text(),
  valueV5Label: shown.text(),
});
const quoteSummary = quoteFields.transform(withApiId("quoteId"));

const quoteItem = z.object({
  description: shown.html().describe("May contain HTML."),
  batchSize: shown.number(),
  units: shown.number(),
  price: shown.money(),
  total: shown.money(),
  optional: flag,
  recurring: flag,
  v1: flag,
  v2: flag,
  v3: flag,
  v4: flag,
  v5: flag,
});
export type QuoteItem = z.output<typeof quoteItem>;

export const quote = quoteFields
  .extend({
    items: rowsOf(quoteItem),
  })
  .transform(withApiId("quoteId"));
export type Quote = z.output<typeof quote>;

export const listQuotes = operation({
  method: "GET",
  path: "Quote/QuotesByCurrentClientId",
  query: listRequest,
  answer: listOf(quoteSummary),
  isList: true,
  failure: "There was an error loading quotes.",
});

export const getQuote = operation({
  method: "GET",
  path: "Quote/QuoteById",
  isOneById: true,
  query: z.object({ quoteId: z.string() }),
  answer: quote,
  failure: "There was an error loading quote.",
});

export const listQuoteMessageRules = validationRules("Quote/GetMessageValidationRules");

export const askAboutQuote = operation({
  method: "POST",
  path: "Quote/PostQuoteQuestion",
  body: z.object({ quoteId: idAsSent, message: z.string() }),
  answer: ignored,
  failure: "There was an error sending your message.",
});
