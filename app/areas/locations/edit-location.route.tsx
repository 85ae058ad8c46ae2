import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { requireRole } from "#app/request/require.ts";
import { LocationFormPanel } from "./location-form-panel.tsx";
import { locationView } from "./location-view.server.ts";
import { saveLocation } from "./save-location.server.ts";
import { searchAddress } from "./search-address.server.ts";

export const meta = formTitled("Edit Location Details");

/** What nobody asked for must not reload a form that is being filled in. */
export const shouldRevalidate = whenAsked();

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const { id = "" } = args.params;
  return { id, ...(await locationView(args, portal, id)) };
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const body = await args.request.formData();
  return (await searchAddress(args, portal, body)) ?? saveLocation(args, portal, args.params.id ?? "", body);
}

/** Another location is another form: errors and what was typed stay behind (spec 1 §4). */
export default function EditLocation() {
  const view = useLoaderData<typeof loader>();
  return <LocationFormPanel key={view.id} view={view} reply={useActionData<typeof action>()} />;
}
