import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./availability.module.css";

interface CheckFibreHereProps {
  account: string;
  postCode: unknown;
}

export function CheckFibreHere({ account, postCode }: CheckFibreHereProps) {
  if (typeof postCode !== "string" || postCode === "") return null;
  return (
    <Form method="post" action={paths.availabilityChecker()} className={styles.here}>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name="postCode" value={postCode} />
      <Button icon="gauge">Check fibre here</Button>
    </Form>
  );
}
