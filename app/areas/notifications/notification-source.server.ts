import type { ListQuery } from "#app/grid/load-list.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { listMyNotifications } from "#app/portal-api/notifications.ts";
import type { Portal } from "#app/request/portal.ts";
import { statusOf } from "./notification-row.ts";

/** One page of the account's notifications, as the list's state asks for it; `fresh` for exports. */
export function askForNotifications({ api }: Pick<Portal, "api">, options: CallOptions = {}) {
  return ({ sortBy, pageSize, pageNumber, searchKeyword }: ListQuery, filter: readonly string[]) => {
    const query = { SortBy: sortBy, PageSize: pageSize, PageNumber: pageNumber, searchKeyword };
    const includedStatusCodes = filter.map((value) => statusOf(value));
    return api.call(listMyNotifications, { query: { ...query, includedStatusCodes } }, options);
  };
}
