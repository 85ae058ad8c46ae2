import type { ToPayView } from "#app/areas/invoices/unpaid.server.ts";
import { DirectDebitsNotChecked, MAY_STILL_COLLECT } from "#app/areas/payments/direct-debit-warnings.tsx";
import { selectionButton } from "#app/areas/payments/selection-fields.ts";
import { useOffers } from "#app/document/offers.ts";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import type { Tolerated } from "#app/errors/tolerate.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./to-pay-card.module.css";

/** The amounts due by payment method, with a button to review what's due by card. */
export function ToPayCard({ toPay }: { toPay: Tolerated<ToPayView> }) {
  return (
    <Card
      heading="To pay"
      id="to-pay"
      icon="credit-card"
      footer={toPay.ok && <a href={paths.invoices()}>View all invoices</a>}
    >
      {toPay.ok ? <DueAmounts {...toPay.value} /> : <PanelError {...toPay} retryTo={paths.dashboard()} />}
    </Card>
  );
}

function DueAmounts({ amount, text, isDue, otherWays, ...view }: ToPayView) {
  const hasCards = useOffers("cardPayments");
  return (
    <div className="stack">
      <div className={styles.due}>
        <p>
          {amount !== undefined && <strong className={`${styles.amount} numeric`}>{amount}</strong>} {text}
        </p>
        {isDue && hasCards && (
          <form method="post" action={paths.makePayment()}>
            <OwnerFields />
            <Button variant="primary" {...selectionButton("due")}>
              Pay now
            </Button>
          </form>
        )}
      </div>
      {isDue && hasCards && !view.areDirectDebitsKnown && <DirectDebitsNotChecked />}
      {otherWays.length > 0 && <DescriptionList items={otherWays} />}
      {view.isCollected && hasCards && (
        <p className="muted">
          {MAY_STILL_COLLECT} <a href={paths.makePayment()}>Make a Payment</a>
        </p>
      )}
    </div>
  );
}
