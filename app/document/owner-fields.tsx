import { ACCOUNT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { useRootData } from "./root-data.ts";

/** The person that a page was shown to, for forms that don't use app/forms. */
export function PersonField() {
  return <input type="hidden" name={PERSON_FIELD} value={useRootData()?.person} />;
}

/** The account and the person that a page was shown for, for forms that don't use app/forms. */
export function OwnerFields() {
  return (
    <>
      <input type="hidden" name={ACCOUNT_FIELD} value={useRootData()?.account} />
      <PersonField />
    </>
  );
}
