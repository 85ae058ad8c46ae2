import type { LoaderFunctionArgs } from "@remix-run/node";
import { attachment } from "#app/files/file-response.server.ts";
import { loadAllItems, missingItemsNote } from "#app/grid/list-loader.server.ts";
import { toListRow } from "#app/grid/list.server.ts";
import { requireRole } from "#app/request/require.ts";
import { mapYielding } from "#app/time/breathe.server.ts";
import { locationList } from "./location-list.server.ts";
import { locationsPdf } from "./locations-pdf.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const { config, services } = args.context;
  let omitted = 0;
  const locations = await Array.fromAsync(
    loadAllItems(locationList, portal, args.request.url, (count) => (omitted = count)),
  );
  const rows = await mapYielding(locations, (location) => toListRow(locationList, location).text);
  const note = missingItemsNote(locationList, omitted);
  const details = { brand: config.brandName, account: portal.account.name, date: services.now(), note };
  return new Response(locationsPdf(rows, details), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": attachment("locations.pdf"),
      "Cache-Control": "no-store, no-transform",
    },
  });
}
