import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { requireRole } from "#app/request/require.ts";
import { LocationFormPanel } from "./location-form-panel.tsx";
import { locationView } from "./location-view.server.ts";
import { addLocation } from "./save-location.server.ts";
import { searchAddress } from "./search-address.server.ts";

export const meta = formTitled("Add New Location");

/** What nobody asked for must not reload a form that is being filled in. */
export const shouldRevalidate = whenAsked();

export async function loader(args: LoaderFunctionArgs) {
  return locationView(args, await requireRole(args, "MyPortal Admin"));
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const body = await args.request.formData();
  return (await searchAddress(args, portal, body)) ?? addLocation(args, portal, body);
}

export default function NewLocation() {
  const view = useLoaderData<typeof loader>();
  return <LocationFormPanel view={view} reply={useActionData<typeof action>()} />;
}
