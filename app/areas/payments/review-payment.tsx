import { Link } from "@remix-run/react";
import { TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import type { FormView } from "#app/forms/reply.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Table } from "#app/ui/table.tsx";
import type { InvoiceRow } from "./invoice-rows.ts";
import { paymentForm } from "./payment-form.ts";
import styles from "./review-payment.module.css";

interface ReviewView {
  readonly form: FormView;
  readonly rows: readonly InvoiceRow[];
  readonly total: string;
  readonly started: boolean;
}

const columns = [
  { key: "number", label: "Invoice Number" },
  { key: "date", label: "Date Issued" },
  { key: "order", label: "Order Number" },
  { key: "account", label: "Account Number" },
  { key: "total", label: "Total", numeric: true },
  { key: "outstanding", label: "Outstanding Amount", numeric: true },
];

/** Invoices, cardholder and amount, before the card provider. */
export function ReviewPayment({ view, reply }: { view: ReviewView; reply: unknown }) {
  return (
    <div className={styles.page}>
      <PageHeader title="Review your payment" back={{ to: paths.makePayment(), label: "Make a Payment" }} />
      {/* The form holds the whole page, so that its summary stands first. */}
      <PortalForm form={paymentForm} view={view.form} reply={reply} reloadDocument>
        {view.started && (
          <Message tone="info">
            <p>
              You began this payment and left the card page. Press Pay Now to go on with it; nothing is
              charged twice.
            </p>
          </Message>
        )}
        <div className={styles.columns}>
          <Invoices rows={view.rows} />
          <Cardholder />
          <ToPay total={view.total} />
        </div>
      </PortalForm>
    </div>
  );
}

function Invoices({ rows }: Pick<ReviewView, "rows">) {
  return (
    <div className={styles.invoices}>
      <Card id="invoices" heading="Invoices to pay" icon="receipt-text" flush>
        <Table
          caption="Invoices to pay"
          hiddenCaption
          columns={columns}
          rows={rows.map((row) => ({
            key: row.number,
            cells: [
              <Link key="to" to={row.to}>
                {row.number}
              </Link>,
              row.date,
              row.order,
              row.account,
              row.total,
              row.outstanding,
            ],
          }))}
        />
      </Card>
    </div>
  );
}

function Cardholder() {
  return (
    <div className={styles.cardholder}>
      <Card id="cardholder" heading="Cardholder Details" icon="user-round">
        <div className={styles.fields}>
          <TextField name="billingFirstnames" autoComplete="cc-given-name" />
          <TextField name="billingSurname" autoComplete="cc-family-name" />
          <TextField name="billingAddress1" autoComplete="billing address-line1" />
          <TextField name="billingAddress2" autoComplete="billing address-line2" />
          <TextField name="billingCity" autoComplete="billing address-level2" />
          <TextField name="billingPostCode" autoComplete="billing postal-code" width="short" />
        </div>
      </Card>
    </div>
  );
}

function ToPay({ total }: Pick<ReviewView, "total">) {
  return (
    <div className={styles.pay}>
      <Card id="to-pay" heading="To Pay" icon="credit-card">
        <div className="stack">
          <p className={styles.total}>
            <span>Total Amount</span>
            <strong className="numeric">{total}</strong>
          </p>
          <div className={styles.buttons}>
            <Button variant="primary">Pay Now</Button>
            <ButtonLink to={paths.makePayment()}>Back</ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}
