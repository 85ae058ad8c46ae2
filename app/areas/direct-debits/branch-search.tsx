import { useSearchParams } from "@remix-run/react";
import type { SyntheticEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Branches } from "./branches.server.ts";
import { BRANCHES_FIELD, directDebitDetailsForm, POSTCODE_FIELD } from "./direct-debit-forms.ts";
import styles from "./direct-debits.module.css";

/** Enter in any field of a form presses its first button: this one, which nobody sees. */
export function EnterFindsBranches() {
  if (useHydrated()) return null;
  return (
    <button type="submit" name={BRANCHES_FIELD} value="enter" className="visually-hidden" tabIndex={-1}>
      Continue
    </button>
  );
}

/** Finds sort codes by the postcode of a branch. Its controls are of step 2's form, so that nothing typed there is lost. */
export function BranchSearch({ postcode, found }: Branches) {
  const [query, setQuery] = useSearchParams();
  const find = (event: SyntheticEvent<HTMLInputElement | HTMLButtonElement>) => {
    event.preventDefault();
    query.set(
      POSTCODE_FIELD,
      String(new FormData(event.currentTarget.form ?? undefined).get(POSTCODE_FIELD)),
    );
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
            label="Postcode of your bank's branch"
            autoComplete="off"
            width="medium"
            defaultValue={postcode}
            onKeyDown={(event) => event.key === "Enter" && find(event)}
          />
          <Button
            icon="search"
            form={directDebitDetailsForm.id}
            name={BRANCHES_FIELD}
            value="find"
            onClick={find}
          >
            Find branches
          </Button>
        </div>
        <div role="status" className={styles.found}>
          {found && <Found postcode={postcode} found={found} />}
        </div>
      </div>
    </Card>
  );
}

function Found({ postcode, found }: Required<Branches>) {
  if (!found.ok) return <PanelError text={found.message} reference={found.reference} />;
  if (found.value.length === 0) return <p>No branch is known near {postcode}.</p>;
  return <DescriptionList items={found.value} />;
}
