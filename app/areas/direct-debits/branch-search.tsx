import { useSearchParams } from "@remix-run/react";
import type { SyntheticEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Branches } from "./branches.server.ts";
import { BRANCHES_FIELD, directDebitDetailsForm, POSTCODE_FIELD } from "./direct-debit-forms.ts";
import styles from "./direct-debits.module.css";

/** Its controls belong to step 2's form, so that searching without scripts doesn't lose anything typed there. */
export function BranchSearch({ postcode, result }: Branches) {
  const [query, setQuery] = useSearchParams();
  const search = (event: SyntheticEvent<HTMLInputElement | HTMLButtonElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget.form ?? undefined);
    query.set(POSTCODE_FIELD, String(fields.get(POSTCODE_FIELD)));
    setQuery(query, { preventScrollReset: true });
  };
  return (
    <Card heading="If you don't know your sort code" id="branches" icon="search">
      <div className="stack">
        <div className={styles.branches}>
          <TextInput
            id="branch-postcode"
            name={POSTCODE_FIELD}
            form={directDebitDetailsForm.id}
            label="Your bank branch's postcode"
            autoComplete="off"
            width="medium"
            defaultValue={postcode}
            onKeyDown={(event) => event.key === "Enter" && search(event)}
          />
          <Button
            icon="search"
            form={directDebitDetailsForm.id}
            name={BRANCHES_FIELD}
            value="find"
            onClick={search}
          >
            Find branches
          </Button>
        </div>
        <div role="status" className={styles.branchList}>
          {result && <BranchList postcode={postcode} result={result} />}
        </div>
      </div>
    </Card>
  );
}

function BranchList({ postcode, result }: Required<Branches>) {
  if (!result.ok) return <PanelError {...result} />;
  if (result.value.length === 0) return <p>We couldn&apos;t find a branch near {postcode}.</p>;
  return <DescriptionList items={result.value} />;
}
