import { useLocation } from "@remix-run/react";
import { conflictIn, ConflictPage } from "#app/forms/conflict.tsx";
import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { addressSearchIn } from "./address-search-reply.ts";
import { AddressSearch } from "./address-search.tsx";
import { locationForm } from "./location-form.ts";
import type { LocationView } from "./location-view.server.ts";
import styles from "./locations.module.css";

interface LocationFormPanelProps {
  view: LocationView;
  /** What the action answered. */
  reply: unknown;
}

/** 'Add New Location' and 'Edit Location Details' (spec 1 §2), beside the list. */
export function LocationFormPanel({ view, reply }: LocationFormPanelProps) {
  const { isNew, searchUnavailable } = view;
  const { search: query } = useLocation();
  const conflict = conflictIn(reply);
  const searched = addressSearchIn(reply);
  const { form } = view;
  const shown = searched
    ? { ...form, values: searched.values, hidden: { ...form.hidden, ...searched.hidden }, restored: false }
    : form;
  return (
    <div className={styles.panel}>
      <Card heading={isNew ? "Add New Location" : "Edit Location Details"} id="location-card" icon="map-pin">
        {conflict ? (
          <ConflictPage reply={conflict} button="Save Location" />
        ) : (
          <PortalForm form={locationForm} view={shown} reply={reply}>
            <AddressSearch reply={searched} unavailable={searchUnavailable} />
            <Fields />
            <ButtonRow>
              <Button variant="primary">Save Location</Button>
              <ButtonLink to={paths.locations() + query}>Cancel Without Saving</ButtonLink>
              {!isNew && (
                <ButtonLink to={paths.locationNew() + query} icon="plus">
                  Add New Location
                </ButtonLink>
              )}
            </ButtonRow>
          </PortalForm>
        )}
      </Card>
    </div>
  );
}

/** It is somebody else's address: the browser must not offer one's own. */
function Fields() {
  return (
    <div className={styles.fields}>
      <TextField name="line1" autoComplete="off" />
      <TextField name="line2" autoComplete="off" />
      <TextField name="town" autoComplete="off" />
      <TextField name="county" autoComplete="off" />
      <TextField name="postCode" width="short" autoComplete="off" />
      <TextAreaField name="notes" rows={8} />
    </div>
  );
}
