import { ACCOUNT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { useRootData } from "./root-data.ts";

/** The person a page was shown to, for forms that don't use app/forms. */
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
