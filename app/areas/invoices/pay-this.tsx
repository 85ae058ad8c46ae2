import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { Button } from "#app/ui/button.tsx";

/** Goes on to the review with this invoice alone; other ticked invoices are unticked, and the person is told so. */
export function PayThis({ number, account }: { number: string; account: string }) {
  return (
    <form method="post" action={paths.makePayment()} className="no-print">
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name="select" value={number} />
      <Button variant="primary" name="next" value="only" icon="credit-card">
        Pay this invoice
      </Button>
    </form>
  );
}
