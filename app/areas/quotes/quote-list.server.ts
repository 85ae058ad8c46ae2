import { defineList } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { listQuotes, quoteStatus } from "#app/portal-api/quotes.ts";
import { formatDate } from "#app/ui/format.ts";
import { plainText } from "#app/ui/html.server.ts";

export const quoteList = defineList({
  id: "quotes",
  path: paths.quotes(),
  noun: "quotes",
  caption: "Quotes for this account",
  empty: "You have no quotes",
  emptyIcon: "file-text",
  role: "Quotes",
  operation: listQuotes,
  columns: [
    { key: "project", label: "Project ID", sort: "projectId", text: ({ projectId }) => projectId },
    { key: "quote", label: "Quote ID", sort: "quoteId", text: ({ quoteId }) => quoteId },
    {
      key: "date",
      label: "Date",
      sort: "quoteDateTime",
      text: ({ quoteDateTime }) => formatDate(quoteDateTime) ?? quoteDateTime,
    },
    { key: "contact", label: "Contact", sort: "contactName", text: ({ contactName }) => contactName },
    { key: "linked", label: "Linked Quotes", text: ({ linkedQuoteIds }) => linkedQuoteIds.join(", ") },
    { key: "details", label: "Details", sort: "details", text: ({ details }) => plainText(details) },
    {
      key: "lines",
      label: "Lines",
      sort: "lineItemsCount",
      numeric: true,
      text: ({ lineItemsCount }) => String(lineItemsCount),
    },
    {
      key: "versions",
      label: "Versions",
      sort: "versionsCount",
      numeric: true,
      text: ({ versionsCount }) => String(versionsCount),
    },
    {
      key: "value",
      label: "Total Value",
      sort: "valueLabel",
      numeric: true,
      text: ({ valueLabel }) => valueLabel,
    },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  link: "quote",
  defaultSort: "-quote",
  defaultSize: 8,
  sizes: [8, 20, 50, 100],
  search: { label: "Search Quotes", delayMs: 300 },
  filter: {
    of: ({ status }) => status,
    choices: [
      { code: quoteStatus.pending, value: "pending", label: "Pending", tone: "info" },
      { code: quoteStatus.ordered, value: "ordered", label: "Ordered", tone: "success" },
      { code: quoteStatus.declined, value: "declined", label: "Declined", tone: "neutral" },
    ],
    defaults: ["pending"],
    allMeansAny: true,
  },
  keyOf: ({ quoteId }) => quoteId,
  nameOf: ({ quoteId }) => `quote ${quoteId}`,
  to: ({ quoteId }, place) => paths.quote(quoteId, place),
});
