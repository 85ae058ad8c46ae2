import { useFormMetadata } from "@conform-to/react";
import { useState } from "react";
import { accountCell, PaymentProcessing } from "#app/areas/invoices/invoice-parts.tsx";
import { usePageContext } from "#app/document/page-context.ts";
import { OnBehalf, TextField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { PlainRows } from "#app/grid/grid-rows.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import type { ContinueView } from "./begin.server.ts";
import { DirectDebitsNotChecked, MayStillCollect } from "./direct-debit-warnings.tsx";
import { paymentForm } from "./payment-form.ts";
import styles from "./payments.module.css";
import type { ReviewView } from "./review-view.server.ts";

export function ReviewPayment({ view }: { view: ReviewView }) {
  return (
    <div className={styles.page}>
      <PageHeader title="Review your payment" back={{ to: paths.makePayment(), label: "Make a Payment" }} />
      {/* The form is around the whole page, so that its error summary comes first. */}
      <PortalForm form={paymentForm} view={view.form} reloadDocument>
        {view.hasBegun && (
          <Message tone="info">
            You didn&apos;t finish this payment. Press Pay Now to carry on. You won&apos;t be charged twice.
          </Message>
        )}
        {view.collectedText && <MayStillCollect text={view.collectedText} />}
        {!view.areDirectDebitsKnown && <DirectDebitsNotChecked />}
        <div className={styles.columns}>
          <ToPay {...view} />
          <Cardholder />
          <Invoices {...view} />
        </div>
      </PortalForm>
    </div>
  );
}

/** More rows are folded away, because they'd push the rest of the page out of view. */
const MAX_SHOWN = 5;

function Invoices({ list, rows, hasBegun }: Pick<ReviewView, "list" | "rows" | "hasBegun">) {
  const table = (
    <PlainRows
      list={list}
      rows={rows}
      caption="Invoices to pay"
      cells={{
        account: accountCell,
        invoice: ({ rowData }, shown) => (
          <>
            {shown} {rowData.isPending && !hasBegun && <PaymentProcessing />}
          </>
        ),
      }}
    />
  );
  const isFolded = rows.length > MAX_SHOWN;
  return (
    <div className={styles.invoices}>
      <Card id="invoices" heading="Invoices to pay" icon="receipt-text" flush={!isFolded}>
        {isFolded ? <Disclosure summary={`Show ${rows.length} invoices`}>{table}</Disclosure> : table}
      </Card>
    </div>
  );
}

/** Shows the details in one line, or as fields if something is missing or wrong, or after 'Change'. */
function Cardholder() {
  const { allErrors } = useFormMetadata();
  const required = [
    useFormField("billingFirstnames").initialValue,
    useFormField("billingSurname").initialValue,
    useFormField("billingAddress1").initialValue,
    useFormField("billingCity").initialValue,
    useFormField("billingPostCode").initialValue,
  ];
  const line2 = useFormField("billingAddress2").initialValue;
  const isComplete = required.every((value) => value.trim() !== "");
  const mustShow = !isComplete || Object.keys(allErrors).length > 0;
  // Once shown, the fields stay, even after the error is corrected.
  const [isShown, setShown] = useState(mustShow);
  if (mustShow && !isShown) setShown(true);
  const [firstName, surname, line1, ...cityAndPostcode] = required;
  const summary = [`${firstName} ${surname}`, line1, line2, ...cityAndPostcode].filter(Boolean).join(", ");
  return (
    <div className={styles.cardholder}>
      <Card id="cardholder" heading="Cardholder Details" icon="user-round">
        <details className={styles.change} open={isShown}>
          <summary>
            <span>{summary}</span> <span className={styles.changeWord}>Change</span>
          </summary>
          <div className={styles.fields}>
            <TextField name="billingFirstnames" autoComplete="cc-given-name" />
            <TextField name="billingSurname" autoComplete="cc-family-name" />
            <TextField name="billingAddress1" autoComplete="billing address-line1" />
            <TextField name="billingAddress2" autoComplete="billing address-line2" />
            <TextField name="billingCity" autoComplete="billing address-level2" />
            <TextField name="billingPostCode" autoComplete="billing postal-code" width="short" />
          </div>
        </details>
      </Card>
    </div>
  );
}

function ToPay({ total, notIncluded, rows, form }: ReviewView) {
  return (
    <div className={styles.pay}>
      <Card id="to-pay" heading="To Pay" icon="credit-card">
        <div className="stack">
          <p className={styles.total}>
            <span>Total Amount</span>
            <strong className="numeric">{total}</strong>
            <span>{rows.length === 1 ? "for 1 invoice" : `for ${rows.length} invoices`}</span>
            {notIncluded && <small>{notIncluded}</small>}
          </p>
          <OnBehalf name={form.onBehalfOf} />
          <div className={styles.buttons}>
            <Button variant="primary">Pay Now</Button>
            <ButtonLink to={paths.makePayment()}>Back</ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}

const FORM_ID = "card-provider";
/** Waits until the page has loaded. Otherwise Firefox replaces the review with the card page in its history, and Back leads to the list. */
const submitScript = `addEventListener("load", () => setTimeout(() => document.getElementById("${FORM_ID}").submit()))`;

/** The form that a script, or its button without scripts, posts to the card provider. */
export function ContinueToPayment({ view }: { view: ContinueView }) {
  const { nonce } = usePageContext();
  return (
    <>
      <PageHeader
        title="Continue to payment"
        back={{ to: paths.paymentSummary(), label: "Review your payment" }}
      />
      <Card id="continue" heading="You're leaving the portal">
        <div className="stack">
          <p>
            Your payment of <strong className="numeric">{view.amount}</strong> will be taken by our card
            provider at <strong>{view.provider}</strong>. You&apos;ll come back here afterwards.
          </p>
          <form id={FORM_ID} method="post" action={view.to}>
            {Object.entries(view.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button variant="primary" icon="lock">
              Continue to payment
            </Button>
          </form>
        </div>
      </Card>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: submitScript }} />
    </>
  );
}
