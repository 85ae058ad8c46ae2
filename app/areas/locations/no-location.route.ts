import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageTitle } from "#app/document/page-title.ts";
import { requireRole } from "#app/request/require.ts";

export const meta = pageTitle("Manage Locations");

/** Shows nothing beside the list, because no location is selected. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "MyPortal Admin");
  return null;
}

export default function NoLocation() {
  return null;
}
