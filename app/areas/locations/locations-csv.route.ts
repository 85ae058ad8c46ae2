import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "#app/grid/csv.server.ts";
import { requireRole } from "#app/request/require.ts";
import { everyLocation } from "./every-location.ts";
import { locationList } from "./location-list.ts";
import type { LocationRow } from "./location-row.ts";

type Column = Exclude<(typeof locationList.columns)[number]["key"], "edit">;

/** Manage Locations as a file: every row of the current search, in the current order. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const locations = await everyLocation(portal, args.request.url);
  const columns = locationList.columns.filter(({ icon }) => !icon);
  return csvResponse(
    "locations",
    columns.map(({ key, label }) => ({ label, value: (row: LocationRow) => row[key as Column] })),
    oneByOne(locations),
  );
}

async function* oneByOne<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
