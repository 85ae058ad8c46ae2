import { Form, useLocation } from "@remix-run/react";
import { PLACE } from "#app/grid/list-place.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Branches } from "./branches.server.ts";
import styles from "./direct-debits.module.css";

/** Finds sort codes by the postcode of a branch. A form of its own, so that it may be one that only asks. */
export function BranchSearch({ postcode, found }: Branches) {
  const { pathname, search } = useLocation();
  const place = new URLSearchParams(search).get(PLACE);
  return (
    <Card heading="If you don't know your sort code" id="branches" icon="search">
      <div className="stack">
        <Form action={`${pathname}#branches`} preventScrollReset className={styles.branches}>
          {place !== null && <input type="hidden" name={PLACE} value={place} />}
          <TextInput
            id="branch-postcode"
            name="search"
            label="Postcode of your bank's branch"
            autoComplete="off"
            width="medium"
            defaultValue={postcode}
          />
          <Button icon="search">Find branches</Button>
        </Form>
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
