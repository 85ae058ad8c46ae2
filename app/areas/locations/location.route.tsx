import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { CheckFibreHere } from "#app/areas/availability/check-fibre-here.tsx";
import { useOffers } from "#app/document/offers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { defineEdit } from "#app/forms/edit.server.ts";
import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { currentListUrl } from "#app/grid/list-state.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { paths } from "#shared/paths.ts";
import { suggestAddresses } from "#shared/portal-api/address-lookup.ts";
import {
  createAddress,
  getAddressRules,
  getAddressToEdit,
  getBlankAddress,
  updateAddress,
} from "#shared/portal-api/addresses.ts";
import { addressLines } from "#shared/portal-api/shapes.ts";
import { addressSearchFields } from "./address-fields.ts";
import { AddressSearch } from "./address-search.tsx";
import { locationList } from "./location-list.server.ts";
import { searchAddress } from "./search-address.server.ts";

const form = defineForm({
  id: "location",
  fields: {
    line1: "Address Line 1",
    line2: "Address Line 2",
    town: "Town",
    county: "County",
    postCode: "Postcode",
    notes: "Notes",
  },
  kinds: { postCode: "postcode", notes: "text" },
  otherNames: addressSearchFields,
  button: "Save Location",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} You'll see it in Manage Locations.`,
});

const location = defineEdit({
  form,
  get: getAddressToEdit,
  update: updateAddress,
  blank: getBlankAddress,
  create: createAddress,
});

const editor = definePost({
  ...location,
  role: "MyPortal Admin",
  rules: getAddressRules,
  view: ({ item, isNew, id }) => ({
    id,
    searchUnavailable: suggestAddresses.failure,
    currentAddress: isNew ? undefined : addressLines(item).join(", "),
  }),
  otherButton: ({ args }, body) => searchAddress(args, body),
  save(posted) {
    // The account menu shows the primary address, which may be this one.
    posted.portal.session.forgetSummary(posted.portal.account.clientId);
    return location.save(posted);
  },
  saved({ source: { item, isNew }, args, values }) {
    const [before, after] = [item, { ...item, ...values }].map((address) => addressLines(address).join(", "));
    const change = before === after ? "" : ` ${before} is now ${after}.`;
    return {
      to: currentListUrl(locationList, args.request.url),
      flash: isNew ? "Location added successfully." : `Location updated successfully.${change}`,
    };
  },
});

const titleOf = (isNew: boolean) => (isNew ? "Add New Location" : "Edit Location Details");

export const meta = pageTitle((data) => {
  const view = data as SerializeFrom<typeof loader> | undefined;
  return [titleOf(view?.id === undefined), view?.id && String(view.form.values["line1"])];
});
export const loader = postLoader(editor);
export const action = postAction(editor);

export default function Location() {
  const { id, form: view, currentAddress, searchUnavailable } = useLoaderData<typeof loader>();
  const { search: query } = useLocation();
  const hasLookup = useOffers("addressLookup");
  return (
    <Card heading={titleOf(view.isNew)} id="location-card" icon="map-pin">
      {currentAddress && (
        <p className="muted">
          Now: {currentAddress}. Changes apply as soon as you save them. Invoices we&apos;ve already issued
          and visits you&apos;ve already booked keep this address.
        </p>
      )}
      <PortalForm key={id} form={form} view={view}>
        {hasLookup && <AddressSearch form={form} unavailableText={searchUnavailable} />}
        {/* The browser mustn't autofill the person's own address. */}
        <Fields>
          <TextField name="line1" autoComplete="off" />
          <TextField name="line2" autoComplete="off" />
          <TextField name="town" autoComplete="off" />
          <TextField name="county" autoComplete="off" />
          <TextField name="postCode" width="short" autoComplete="off" />
          <TextAreaField name="notes" rows={8} />
        </Fields>
        <ButtonRow>
          <Button variant="primary">Save Location</Button>
          <ButtonLink to={paths.locations() + query}>Cancel Without Saving</ButtonLink>
          {!view.isNew && (
            <>
              <ButtonLink to={paths.locationNew() + query} icon="plus">
                Add New Location
              </ButtonLink>
              <ButtonLink
                to={paths.lineFaults({ postcode: String(view.values["postCode"]) })}
                icon="activity"
              >
                Test a line here
              </ButtonLink>
            </>
          )}
        </ButtonRow>
      </PortalForm>
      {!view.isNew && <CheckFibreHere {...view.values} />}
    </Card>
  );
}
