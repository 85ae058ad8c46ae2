import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { CardGrid } from "#app/ui/page-layout.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import styles from "./payments.module.css";
import { paymentResult, type ResultView } from "./result.server.ts";

export const handle: PageFacts = { scripts: false };
export const meta = pageTitle((loaded) =>
  (loaded as { result: ResultView } | undefined)?.result.kind === "failed"
    ? "Payment failed"
    : "Payment result",
);
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const result = await paymentResult(args);
  // In a header, because accessibility checkers report a delayed refresh in the document.
  const headers = result.kind === "waiting" ? { Refresh: `1; url=${result.checkAgain}` } : undefined;
  return data({ result }, { headers });
}

const titles: Readonly<Record<Exclude<ResultView["kind"], "paid">, string>> = {
  failed: "Payment failed",
  waiting: "Payment result",
  unknown: "We're checking your payment",
  none: "Payment result",
};

export default function PaymentResult() {
  const { result } = useLoaderData<typeof loader>();
  if (result.kind === "paid") return <Paid {...result} />;
  return (
    <div className="stack-wide">
      <PageHeader title={titles[result.kind]} />
      {result.kind === "failed" && <Failed {...result} />}
      {result.kind === "waiting" && <Waiting {...result} />}
      {result.kind === "unknown" && <Unknown {...result} />}
      {result.kind === "none" && (
        <>
          <p>{result.text}</p>
          <BackToInvoices />
        </>
      )}
    </div>
  );
}

function BackToInvoices() {
  return (
    <ButtonLink to={paths.invoices()} reloadDocument>
      Back to Invoices
    </ButtonLink>
  );
}

function Waiting({ checkAgain }: ViewOf<"waiting">) {
  return (
    <div className="stack">
      <Spinner label="We're recording your payment…" />
      <p>This may take half a minute. Please don&apos;t pay again.</p>
      <p>
        Nothing happening? <a href={checkAgain}>Check now</a>
      </p>
    </div>
  );
}

type ViewOf<Kind extends ResultView["kind"]> = Extract<ResultView, { kind: Kind }>;

function Unknown({ checkAgain }: ViewOf<"unknown">) {
  return (
    <>
      <Message tone="warning" heading="Please don't pay again">
        <p>
          We don&apos;t know yet if your payment went through. Your invoices will say &apos;Payment
          processing&apos; until we do, and once we&apos;ve received the payment we&apos;ll email you a
          receipt.
        </p>
        {checkAgain && <p>Please check again in a few minutes. You may have to do this more than once.</p>}
      </Message>
      <div className="cluster no-print">
        {checkAgain && (
          <ButtonLink to={checkAgain} variant="primary" reloadDocument>
            Check again
          </ButtonLink>
        )}
        <BackToInvoices />
      </div>
    </>
  );
}

function Paid({ fact, details, purpose, invoices }: ViewOf<"paid">) {
  return (
    <DonePage
      title="Payment received"
      fact={fact}
      next={
        <>
          <p>Thank you, your payment has been received. A copy of your receipt has been emailed to you.</p>
          <p>It may take a while for your invoices to show as Paid.</p>
        </>
      }
      buttons={[{ to: paths.invoices(), label: "Back to Invoices", reloadDocument: true }]}
    >
      <CardGrid>
        <Card id="transaction" heading="Transaction Details" icon="credit-card">
          <DescriptionList items={details} />
        </Card>
        <Card id="receipt" heading="Receipt" icon="receipt-text">
          <div className="stack">
            <DescriptionList items={purpose} />
            <PaidInvoices invoices={invoices} />
            <p className="muted no-print">You can print this page as your receipt.</p>
          </div>
        </Card>
      </CardGrid>
    </DonePage>
  );
}

/** Folded away on screen if there are several, and a line of text in print, because browsers don't print what's folded. */
function PaidInvoices({ invoices }: Pick<ViewOf<"paid">, "invoices">) {
  if (invoices.length < 2) return <DescriptionList items={invoices} />;
  return (
    <>
      <div className="no-print">
        <Disclosure summary={`${invoices.length} invoices`}>
          <div className={styles.invoices}>
            <DescriptionList items={invoices} />
          </div>
        </Disclosure>
      </div>
      <p className="print-only">{invoices.map(({ term, detail }) => `${term}: ${detail}`).join(", ")}</p>
    </>
  );
}

function Failed({ reason, purpose, invoices }: ViewOf<"failed">) {
  return (
    <>
      <Message tone="error" heading="Your payment has failed.">
        <p>{[reason, "No money has been taken."].filter(Boolean).join(" ")}</p>
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
      {invoices.length > 0 && (
        <Card id="attempt" heading="What you were paying" icon="receipt-text">
          <DescriptionList items={purpose} />
          <PaidInvoices invoices={invoices} />
        </Card>
      )}
    </>
  );
}
