import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "#app/grid/csv.server.ts";
import { filterAndSort } from "#app/grid/filter-and-sort.server.ts";
import { csvColumns } from "#app/grid/list-loader.server.ts";
import { readListState, toListRequest } from "#app/grid/list-state.ts";
import { requireAccount } from "#app/request/require.ts";
import { activityList, loadActivity } from "./activity-list.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const entries = await loadActivity(args, await requireAccount(args));
  const state = readListState(args.request.url, activityList);
  const matching = await filterAndSort(activityList, entries, toListRequest(activityList, state));
  return csvResponse(activityList.id, csvColumns(activityList), matching);
}
