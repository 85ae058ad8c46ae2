import { Form } from "@remix-run/react";
import type { Tolerated } from "#app/errors/tolerate.ts";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import styles from "./availability.module.css";
import type { OwnLocation } from "./own-locations.server.ts";

interface OwnLocationsProps {
  account: string;
  known: Tolerated<{ readonly places: readonly OwnLocation[]; readonly others: number }>;
}

/** The account's own locations as buttons; pressing one searches its postcode. */
export function OwnLocations({ account, known }: OwnLocationsProps) {
  if (known.ok && known.value.places.length === 0) return null;
  return (
    <Card heading="Your locations" id="places" icon="building-2" flush={known.ok}>
      {known.ok ? (
        <Form method="post" action={paths.availabilityChecker()} className={styles.places}>
          <input type="hidden" name={ACCOUNT_FIELD} value={account} />
          {known.value.places.map(({ postCode, name }, index) => (
            <button key={index} type="submit" name="postCode" value={postCode} className={styles.place}>
              <span className="visually-hidden">Check fibre at </span>
              {name}
              <Icon name="chevron-right" size="small" />
            </button>
          ))}
          {known.value.others > 0 && (
            <p className={styles.others}>
              <a
                href={paths.locations()}
              >{`All ${known.value.places.length + known.value.others} locations`}</a>
            </p>
          )}
        </Form>
      ) : (
        <PanelError text={known.message} reference={known.reference} retryTo={paths.availabilityChecker()} />
      )}
    </Card>
  );
}
