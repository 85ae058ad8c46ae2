import { Form } from "@remix-run/react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import type { listAccountLocations } from "./account-locations.server.ts";
import { LINE_FIELD } from "./availability-forms.ts";
import styles from "./availability.module.css";

/** The account's locations as buttons that search for their postcode. */
export function AccountLocations({ result }: { result: Awaited<ReturnType<typeof listAccountLocations>> }) {
  if (result.ok && result.value.locations.length === 0) return null;
  return (
    <Card heading="Your locations" id="places" icon="building-2" flush={result.ok}>
      {result.ok ? (
        <>
          {result.value.locations.map(({ postCode, line1, name }, index) => (
            <Form key={index} method="post" action={paths.availabilityChecker()}>
              <OwnerFields />
              <input type="hidden" name={LINE_FIELD} value={line1} />
              <button type="submit" name="postCode" value={postCode} className={styles.location}>
                <span className="visually-hidden">Check fibre at </span>
                {name}
                <Icon name="chevron-right" size="small" />
              </button>
            </Form>
          ))}
          {result.value.moreCount > 0 && (
            <p className={styles.allLocations}>
              <a
                href={paths.locations()}
              >{`All ${result.value.locations.length + result.value.moreCount} locations`}</a>
            </p>
          )}
        </>
      ) : (
        <PanelError {...result} retryTo={paths.availabilityChecker()} />
      )}
    </Card>
  );
}
