import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Message } from "../../ui/message.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import type { ResultView } from "./result.server.ts";

/** What became of a payment (spec 2 §2); always the truth, also where it is not known. */
export function PaymentResult({ view }: { view: ResultView }) {
  if (view.kind === "paid") return <Paid {...view} />;
  if (view.kind === "failed") return <Failed reason={view.reason} />;
  if (view.kind === "unknown") return <Unknown />;
  return (
    <div className="stack-wide">
      <PageHeader title="Payment result" />
      <p>There is no payment to show here.</p>
      <BackToInvoices />
    </div>
  );
}

type PaidView = Extract<ResultView, { kind: "paid" }>;

function Paid({ details, purpose }: Pick<PaidView, "details" | "purpose">) {
  return (
    <div className="stack-wide">
      <PageHeader title="Payment received" />
      <Message tone="success">
        <p>Thank you, your payment has been received. A copy of your receipt has been emailed to you.</p>
        <p>Please note that it may take a while until your invoices show as Paid.</p>
      </Message>
      <Card id="transaction" heading="Transaction Details" icon="receipt-text">
        <DescriptionList items={details} />
      </Card>
      <Card id="receipt" heading="Receipt" icon="receipt-text">
        <DescriptionList items={purpose} />
        <p className="muted no-print">You can print this page as your receipt.</p>
      </Card>
      <BackToInvoices />
    </div>
  );
}

function Failed({ reason }: { reason: string }) {
  return (
    <div className="stack-wide">
      <PageHeader title="Payment failed" />
      <Message tone="error" heading="Your payment has failed.">
        {reason && <p>{reason}</p>}
        <p>
          You can view your invoices or click &apos;Try again&apos; to review your details and retry your
          payment.
        </p>
      </Message>
      <div className="cluster no-print">
        <ButtonLink to={paths.paymentSummary()} variant="primary" reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to={paths.invoices()} reloadDocument>
          Manage Invoices
        </ButtonLink>
      </div>
    </div>
  );
}

function Unknown() {
  return (
    <div className="stack-wide">
      <PageHeader title="We are checking your payment" />
      <Message tone="warning" heading="Please do not pay again.">
        <p>
          We do not know yet whether your payment has gone through. Your invoices show it as soon as we do:
          those being paid say &apos;Payment processing&apos;, and a receipt is emailed to you once the
          payment is received.
        </p>
      </Message>
      <BackToInvoices />
    </div>
  );
}

function BackToInvoices() {
  return (
    <div className="no-print">
      <ButtonLink to={paths.invoices()} reloadDocument>
        Back to Invoices
      </ButtonLink>
    </div>
  );
}
