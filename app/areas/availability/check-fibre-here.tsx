import { Form } from "@remix-run/react";
import { useOffers } from "#app/document/offers.ts";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";
import { LINE_FIELD } from "./availability-forms.ts";
import styles from "./availability.module.css";

/** A button that checks fibre availability at an address. Renders nothing without a postcode, or if the provider has no checker. */
export function CheckFibreHere({ line1, postCode }: { line1?: unknown; postCode?: unknown }) {
  const hasChecker = useOffers("availability");
  if (!hasChecker || typeof postCode !== "string" || postCode === "") return null;
  return (
    <Form method="post" action={paths.availabilityChecker()} className={styles.checkHere}>
      <OwnerFields />
      <input type="hidden" name={LINE_FIELD} value={typeof line1 === "string" ? line1 : ""} />
      <input type="hidden" name="postCode" value={postCode} />
      <Button icon="gauge">Check fibre here</Button>
    </Form>
  );
}
