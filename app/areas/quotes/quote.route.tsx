import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { DownloadCard } from "#app/files/download-card.tsx";
import { PlainRows, SelectedRow } from "#app/grid/grid-rows.tsx";
import { loadOrOfferSwitch } from "#app/request/numbered-objects.server.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FactsCard } from "#app/ui/facts-card.tsx";
import { Message } from "#app/ui/message.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { CardGrid, PageParts } from "#app/ui/page-layout.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { paths } from "#shared/paths.ts";
import { quoteCells } from "./quote-parts.tsx";
import { quoteView, type QuoteView } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

export const meta = pageTitle((view) => `Quote ${(view as QuoteView | undefined)?.row.key ?? ""}`.trim());

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Quotes");
  return loadOrOfferSwitch(args, portal, "quote", args.params["id"] ?? "", () => quoteView(args, portal));
}

export default function QuotePage() {
  const { list, row, ...view } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Quote ${row.key}`}
        back={{ to: view.backTo, label: "Back to Quotes" }}
        tool={<CopyLink />}
        actions={
          <>
            <ButtonLink to={paths.quoteQuestion(row.key)}>Have a question?</ButtonLink>
            {view.isAcceptable && (
              <>
                <ButtonLink to={paths.quoteDecline(row.key)}>Decline</ButtonLink>
                <ButtonLink to={view.acceptAt} variant="primary">
                  Accept Quote
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <PageParts>
        <Messages {...view} />
        <div className={styles.totals}>
          <FactsCard heading="Total" id="total" icon="receipt-text" facts={view.totals} />
        </div>
        <div className={`${styles.list} ${styles.row}`}>
          <SelectedRow asLines list={list} row={row} caption={`Quote ${row.key}`} cells={quoteCells} />
        </div>
        <p className={styles.facts}>
          {view.validity && <strong>{view.validity} </strong>}
          <span className="muted">{view.visibleTo}</span>
        </p>
        <section className={styles.lines} aria-labelledby="breakdown-heading">
          <h2 id="breakdown-heading">
            {view.version && `${view.version}: `}Quote Breakdown (including optional items)
          </h2>
          {view.versions.length > 0 && (
            <VersionLinks versions={view.versions} compareTo={paths.quoteVersions(row.key)} />
          )}
          <QuoteItems {...view.items} />
        </section>
        <div className={styles.details}>
          <CardGrid>
            <FactsCard heading="Details" id="details" icon="user-round" facts={view.details} />
            <DownloadCard files={view.files} retryTo={row.to ?? view.backTo} />
          </CardGrid>
        </div>
        <EnquiryButton {...view.enquiry} what="quote" />
      </PageParts>
    </>
  );
}

function Messages({
  salesPhone,
  acceptance,
  isAccepted,
  isDeclined,
}: Pick<QuoteView, "salesPhone" | "acceptance" | "isAccepted" | "isDeclined">) {
  return (
    <>
      {salesPhone !== undefined && (
        <Message tone="warning">
          <p>
            We&apos;re sorry your quote has expired. Please call our Sales Team on{" "}
            <PhoneLink number={salesPhone} />, option 4 for sales.
          </p>
        </Message>
      )}
      {acceptance !== undefined && (
        <div className="no-print">
          <Message tone="info">
            <p>
              {acceptance}{" "}
              {isAccepted ? "We'll confirm the order by email." : "The quote has changed since then."}
            </p>
          </Message>
        </div>
      )}
      {isDeclined && (
        <div className="no-print">
          <Message tone="info">
            You&apos;ve told us that you&apos;re declining this quote. It stays open until we&apos;ve read
            your message.
          </Message>
        </div>
      )}
    </>
  );
}

/** Chooses which version the page shows and prints. */
function VersionLinks({ versions, compareTo }: Pick<QuoteView, "versions"> & { compareTo: string }) {
  return (
    <nav className={`${styles.version} no-print`} aria-label="Version to show and print">
      {versions.map(({ label, to, isChosen }) => (
        <ButtonLink
          key={to}
          to={to}
          variant={isChosen ? "secondary" : "quiet"}
          aria-current={isChosen || undefined}
        >
          {label}
        </ButtonLink>
      ))}
      <ButtonLink to={compareTo} variant="quiet">
        Compare<span className="visually-hidden"> versions</span>
      </ButtonLink>
    </nav>
  );
}

function QuoteItems({ list, rows, total }: QuoteView["items"]) {
  if (rows.length === 0) return <EmptyState icon="file-text">{list.empty}</EmptyState>;
  return (
    <>
      <OmittedItemsNote shown={rows.length} total={total} noun="lines" />
      <PlainRows
        boxed
        asLines
        list={list}
        rows={rows}
        caption="Lines on this quote"
        cells={{
          description: ({ text, rowData }) => (
            <div className={styles.item}>
              <SafeHtml html={text.description} />
              <span className={styles.onPhone}>
                {text.units} × {text.price}
              </span>
              {rowData.optional && <StatusTag tone="info">Optional</StatusTag>}
              {rowData.only && <span className={styles.onPhone}>{rowData.only}</span>}
              {rowData.recurring && <StatusTag tone="neutral">Recurring</StatusTag>}
            </div>
          ),
        }}
      />
    </>
  );
}
