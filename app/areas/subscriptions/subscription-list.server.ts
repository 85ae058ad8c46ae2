import { defineList } from "#app/grid/define-list.server.ts";
import { daysUntil, formatDays } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { licenceStatus, listLicences, type Licence } from "#shared/portal-api/licences.ts";

export const notesOf = ({ licenseNotes, notes }: Licence) => licenseNotes || notes;

export const subscriptionList = defineList({
  id: "subscriptions",
  path: paths.subscriptions(),
  caption: "Subscriptions for this account",
  empty: "You have no subscriptions",
  emptyIcon: "lock",
  role: "Contracts",
  operation: listLicences,
  columns: [
    { key: "vendor", label: "Vendor", sort: "vendor" },
    { key: "issued", label: "Issue Date", sort: "issueDate", date: ({ issueDate }) => issueDate },
    { key: "notes", label: "Notes", sort: "licenseNotes", text: notesOf },
    { key: "expires", label: "Expires", sort: "expiryDate", date: ({ expiryDate }) => expiryDate },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  onPhone: { title: "vendor", value: "expires", facts: ["notes", "status"] },
  csvColumns: [{ label: "Days to Expiry", text: ({ expiryDate }) => daysUntil(expiryDate) ?? "" }],
  defaultSort: "-issued",
  search: { label: "Search Subscriptions" },
  searchText: (item) => [item.vendor, notesOf(item), item.licenseDetails, item.hostname].join("\n"),
  filter: {
    codeOf: ({ status }) => status,
    choices: [
      { code: licenceStatus.active, value: "active", label: "Active", tone: "success" },
      { code: licenceStatus.expiresSoon, value: "expires-soon", label: "Expires Soon", tone: "warning" },
      { code: licenceStatus.noExpiry, value: "no-expiry", label: "No expiry date set", tone: "neutral" },
      { code: licenceStatus.expired, value: "expired", label: "Expired", tone: "error" },
    ],
    defaults: ["active", "expires-soon", "no-expiry"],
    includesUnknownIfAllTicked: true,
  },
  keyOf: ({ licenseId }) => licenseId,
  nameOf: (item) => [item.vendor, notesOf(item)].filter(Boolean).join(": ") || "subscription",
  to: ({ licenseId }, place) => paths.subscription(licenseId, place),
  rowData: ({ expiryDate }) => ({ expiresIn: formatDays(daysUntil(expiryDate)) }),
});
