import type { LoaderFunctionArgs } from "@remix-run/node";
import { pdfResponse } from "#app/files/table-pdf.server.ts";
import { toListRow } from "#app/grid/define-list.server.ts";
import { collectAllItems } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";
import { locationList } from "./location-list.server.ts";

const columns = [
  { heading: "Address", width: 249 },
  { heading: "Post Code", width: 70 },
  { heading: "Notes", width: 180 },
];

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const { config, services } = args.context;
  const { items, note } = await collectAllItems(locationList, portal, args.request.url);
  return pdfResponse("locations.pdf", {
    title: `Locations for ${portal.account.name}`,
    brand: config.brandName,
    date: services.now(),
    columns,
    rows: await mapYielding(items, (location) => {
      const { address, postCode, notes } = toListRow(locationList, location).text;
      return [address, postCode, notes];
    }),
    empty: "No locations to show",
    note,
  });
}
