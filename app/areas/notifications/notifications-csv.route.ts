import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse, type CsvColumn } from "#app/grid/csv.server.ts";
import { readListState } from "#app/grid/define-list.ts";
import { everyRow } from "#app/grid/load-list.ts";
import type { Notification } from "#app/portal-api/notifications.ts";
import { requireAccount } from "#app/request/require.ts";
import { plainText } from "#app/ui/html.server.ts";
import { notificationList } from "./notification-list.ts";
import { toNotificationRow } from "./notification-row.ts";
import { askForNotifications } from "./notification-source.server.ts";

const columns: readonly CsvColumn<Notification>[] = [
  { label: "Date Issued", value: (one) => toNotificationRow(one).issued },
  { label: "Priority", value: ({ priority }) => priority },
  { label: "Subject", value: (one) => toNotificationRow(one).subject },
  { label: "Status", value: (one) => toNotificationRow(one).status.label },
  { label: "Issued By", value: ({ issuedBy }) => issuedBy },
  { label: "Message", value: ({ message }) => plainText(message) },
];

/** The list by its search, filter and sort, all pages of it. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const state = readListState(args.request.url, notificationList);
  const rows = everyRow(notificationList, state, askForNotifications(portal, { fresh: true }));
  return csvResponse("notifications", columns, rows);
}
