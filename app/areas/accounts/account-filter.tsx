import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import styles from "./switch-account.module.css";

interface AccountFilterProps {
  /** What is looked for now; empty shows all. */
  filter: string;
  found: number;
}

/** Finds one of many accounts by a part of its name. */
export function AccountFilter({ filter, found }: AccountFilterProps) {
  return (
    <Form role="search" action={paths.switchAccount()} className={styles.filter}>
      <TextInput
        id="filter"
        name="filter"
        type="search"
        label="Find an account"
        defaultValue={filter}
        key={filter}
      />
      <Button icon="search">Find</Button>
      {filter !== "" && (
        <p className={styles.found} role="status">
          {found === 0 ? "No account matches" : `${found} matching`} ‘{filter}’.{" "}
          <a href={paths.switchAccount()}>Show all accounts</a>
        </p>
      )}
    </Form>
  );
}
