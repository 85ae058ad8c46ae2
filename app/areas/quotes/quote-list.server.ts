import { defineList } from "#app/grid/define-list.server.ts";
import { plainText } from "#shared/html.server.ts";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { listQuotes, quoteStatus } from "#shared/portal-api/quotes.ts";

/** The quotes of the account (docs/domain.md, Quotes). */
export const quoteList = defineList({
  id: "quotes",
  path: paths.quotes(),
  caption: "Quotes for this account",
  empty: "You have no quotes",
  emptyIcon: "file-text",
  role: "Quotes",
  operation: listQuotes,
  columns: [
    { key: "project", label: "Project ID", sort: "projectId" },
    { key: "quote", label: "Quote ID", sort: "quoteId" },
    { key: "date", label: "Date", sort: "quoteDateTime", date: ({ quoteDateTime }) => quoteDateTime },
    { key: "contact", label: "Contact", sort: "contactName" },
    {
      key: "linked",
      label: "Linked Quotes",
      text: ({ linkedQuoteIds, linkedQuotesLabel }) => linkedQuoteIds.join(", ") || linkedQuotesLabel,
    },
    {
      key: "details",
      label: "Details",
      sort: "details",
      text: ({ details }) => plainText(details, textLength.row),
    },
    { key: "lines", label: "Lines", sort: "lineItemsCount", numeric: true },
    { key: "versions", label: "Versions", sort: "versionsCount", numeric: true },
    { key: "value", label: "Total Value", sort: "valueLabel", numeric: true },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  onPhone: { title: "details", value: "value", facts: ["quote", "date", "status"] },
  link: "quote",
  defaultSort: "-quote",
  search: { label: "Search Quotes" },
  filter: {
    codeOf: ({ status }) => status,
    choices: [
      { code: quoteStatus.pending, value: "pending", label: "Pending", tone: "info" },
      { code: quoteStatus.ordered, value: "ordered", label: "Ordered", tone: "success" },
      { code: quoteStatus.declined, value: "declined", label: "Declined", tone: "neutral" },
    ],
    defaults: ["pending"],
    includesUnknownIfAllTicked: true,
  },
  keyOf: ({ quoteId }) => quoteId,
  nameOf: ({ quoteId }) => `quote ${quoteId}`,
  to: ({ quoteId }, place) => paths.quote(quoteId, place),
});
