import { paths } from "../../paths.ts";
import { ACCOUNT_FIELD } from "../../request/account-field.ts";
import { Button } from "../../ui/button.tsx";

/** Ticks this invoice on Make a Payment and goes on to the review; what is ticked there already stays. */
export function PayThis({ number, account }: { number: string; account: string }) {
  return (
    <form method="post" action={paths.makePayment()} className="no-print">
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name="select" value={number} />
      <Button variant="primary" name="next" value="proceed" icon="credit-card">
        Pay this invoice
      </Button>
    </form>
  );
}
