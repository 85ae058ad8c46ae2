import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { Button } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";

/** An object in another of the person's accounts; the name includes the number, e.g. 'Ticket 61'. */
export interface ObjectInOtherAccount {
  readonly name: string;
  readonly to: string;
  readonly account: { readonly id: string; readonly name: string };
}

/** A button that switches to the object's account and opens the object. */
export function SwitchAndOpen({ account, to }: ObjectInOtherAccount) {
  return (
    <form method="post" action={paths.switchAccount({ to })}>
      <input type="hidden" name={ACCOUNT_FIELD} value={account.id} />
      <Button variant="primary">Switch and open it</Button>
    </form>
  );
}
