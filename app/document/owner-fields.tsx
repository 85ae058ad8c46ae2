import { ACCOUNT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { useRootData } from "./root-data.ts";

/** For a form by hand: the person whom its page was shown to. */
export function PersonField() {
  return <input type="hidden" name={PERSON_FIELD} value={useRootData()?.person} />;
}

/** For a form by hand: the account and the person that its page was shown for. */
export function OwnerFields() {
  return (
    <>
      <input type="hidden" name={ACCOUNT_FIELD} value={useRootData()?.account} />
      <PersonField />
    </>
  );
}
