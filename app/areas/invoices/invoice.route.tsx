import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContinuePayment } from "#app/areas/payments/continue-payment.tsx";
import { DirectDebitsNotChecked, MAY_STILL_COLLECT } from "#app/areas/payments/direct-debit-warnings.tsx";
import { selectionButton } from "#app/areas/payments/selection-fields.ts";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { useOffers } from "#app/document/offers.ts";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { DownloadCard } from "#app/files/download-card.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { Grid } from "#app/grid/grid.tsx";
import { loadOrOfferSwitch } from "#app/request/numbered-objects.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { FactsCard } from "#app/ui/facts-card.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { Message } from "#app/ui/message.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import { paths } from "#shared/paths.ts";
import { isInvoiceNumber } from "#shared/portal-api/invoice-number.ts";
import { invoiceCells } from "./invoice-parts.tsx";
import { invoiceView, type InvoiceView } from "./invoice-view.server.ts";
import styles from "./invoice.module.css";

export const meta = pageTitle((view) => `Invoice ${(view as InvoiceView | undefined)?.row.key ?? ""}`.trim());

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { number } = args.params;
  if (!isInvoiceNumber(number)) throw pageNotFound();
  return loadOrOfferSwitch(args, portal, "invoice", number, () => invoiceView(args, portal, number));
}

export default function InvoicePage() {
  const { list, row, lines, company, ...view } = useLoaderData<typeof loader>();
  const hasDirectDebits = useOffers("directDebits");
  const payThis = view.isPayableByCard && <PayThis number={row.key} isHeld={view.isHeld} />;
  return (
    <>
      <PageHeader
        title={`Invoice ${row.key}`}
        back={{ to: view.backTo, label: "Back to Invoices" }}
        tool={<CopyLink />}
        actions={
          <>
            {view.callsPath !== undefined && (
              <ButtonLink to={view.callsPath}>Calls by number and hour</ButtonLink>
            )}
            {hasDirectDebits && <ButtonLink to={paths.directDebitNew()}>Setup new Direct Debit</ButtonLink>}
          </>
        }
      />
      <PageParts>
        {view.unfinished && <ContinuePayment {...view.unfinished} />}
        <DirectDebitNote {...view}>{payThis}</DirectDebitNote>
        {view.dispute && <Dispute {...view.dispute} />}
        <FigureStrip
          label="Amount outstanding"
          figures={[{ term: "Outstanding", detail: view.due }]}
          note={view.notPayableReason}
        >
          {view.collectedWhen === undefined && payThis}
        </FigureStrip>
        <EnquiryButton {...view.enquiry} what="invoice" />
        <div className={styles.selected}>
          <SelectedRow list={list} row={row} caption={`Invoice ${row.key}`} cells={invoiceCells} />
        </div>
        <section className={styles.lines} aria-labelledby="breakdown-heading">
          <h2 id="breakdown-heading">Invoice Breakdown</h2>
          <OmittedItemsNote shown={lines.total} total={view.totalLines} noun="lines" />
          <Grid view={lines} cells={{ description: ({ text }) => <SafeHtml html={text.description} /> }} />
        </section>
        <div className={styles.payment}>
          <FactsCard heading="Payment Details" id="payment-details" icon="landmark" facts={view.payment} />
        </div>
        <div className={styles.cards}>
          <FactsCard heading="Delivery Details" id="delivery-details" icon="map-pin" facts={view.delivery} />
          <DownloadCard files={view.files} retryTo={row.to ?? view.backTo} />
          {company.length > 0 && (
            <FactsCard heading="Company Details" id="company-details" icon="building-2" facts={company} />
          )}
        </div>
      </PageParts>
    </>
  );
}

type DirectDebitNoteProps = Pick<InvoiceView, "collectedWhen" | "areDirectDebitsKnown"> & {
  children: ReactNode;
};

/** Says that a Direct Debit will or may collect the invoice. The button is folded away so that people don't pay twice. */
function DirectDebitNote({ collectedWhen, areDirectDebitsKnown, children: payThis }: DirectDebitNoteProps) {
  if (payThis && !areDirectDebitsKnown) return <DirectDebitsNotChecked />;
  if (collectedWhen === undefined) return null;
  return (
    <Message tone="info" heading={`Collected by Direct Debit ${collectedWhen}.`}>
      {payThis && (
        <div className="no-print">
          <Disclosure summary="Pay by card anyway?">
            <div className="stack">
              <p>{MAY_STILL_COLLECT}</p>
              {payThis}
            </div>
          </Disclosure>
        </div>
      )}
    </Message>
  );
}

function Dispute({ by, ticket }: NonNullable<InvoiceView["dispute"]>) {
  return (
    <Message tone="info" heading="This invoice is disputed.">
      <p>
        {by ? `${by} is looking into it` : "We're looking into it"}
        {ticket && ": "}
        {ticket && <a href={ticket.to}>{`ticket ${ticket.id}`}</a>}.
      </p>
    </Message>
  );
}

/** Opens the review with just this invoice: unticks all the others and says so. */
function PayThis({ number, isHeld }: { number: string; isHeld: boolean }) {
  return (
    <form method="post" action={paths.makePayment()} className="no-print">
      <OwnerFields />
      <input type="hidden" name="select" value={number} />
      <Button variant={isHeld ? "secondary" : "primary"} {...selectionButton("only")} icon="credit-card">
        Pay this invoice
      </Button>
    </form>
  );
}
