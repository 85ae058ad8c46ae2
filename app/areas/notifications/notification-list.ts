import { defineList } from "#app/grid/define-list.ts";

/** The notification list (spec 1 §2, §4, §9); how many rows a page has is not in the spec. */
export const notificationList = defineList({
  id: "notifications",
  columns: [
    { key: "issued", label: "Date Issued", sort: "issuedon" },
    { key: "priority", label: "Priority", sort: "priority" },
    { key: "subject", label: "Subject", sort: "subject" },
    { key: "status", label: "Status", sort: "status" },
    { key: "view", label: "View", icon: true },
  ],
  defaultSort: "-issued",
  defaultSize: 8,
  sizes: [8, 20, 50, 100],
  search: { label: "Search Notifications", delayMs: 300 },
  filter: {
    name: "status",
    label: "Status",
    options: [
      { value: "unread", label: "Unread" },
      { value: "archived", label: "Archived" },
      { value: "read", label: "Read" },
    ],
    defaults: ["unread", "read"],
  },
});
