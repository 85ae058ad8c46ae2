import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { DownloadCard } from "#app/files/download-card.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { paths } from "#app/paths.ts";
import { loadOrTellWhere } from "#app/request/numbered.server.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FactsCard } from "#app/ui/facts-card.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { CardGrid, PageParts } from "#app/ui/page-layout.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { QuoteItems } from "./quote-items.tsx";
import { quoteCells } from "./quote-parts.tsx";
import { quoteView, type QuoteView } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

export const meta = pageTitle((view) => `Quote ${(view as QuoteView | undefined)?.row.key ?? ""}`.trim());

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Quotes");
  return loadOrTellWhere(args, portal, "quote", args.params["id"] ?? "", () => quoteView(args, portal));
}

export default function QuotePage() {
  const { list, row, ...view } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Quote ${row.key}`}
        back={{ to: view.backTo, label: "Back to Quotes" }}
        actions={
          <>
            <CopyLink />
            <ButtonLink to={paths.quoteQuestion(row.key)}>Have a question?</ButtonLink>
            {view.isAcceptable && (
              <ButtonLink to={paths.quoteAccept(row.key)} variant="primary">
                Accept Quote
              </ButtonLink>
            )}
          </>
        }
      />
      <PageParts>
        {view.salesPhone !== undefined && (
          <Message tone="warning">
            <p>
              We&apos;re sorry your quote has expired. Please call our Sales Team on{" "}
              <PhoneLink number={view.salesPhone} />, option 4 for sales.
            </p>
          </Message>
        )}
        {view.acceptance !== undefined && (
          <div className="no-print">
            <Message tone="info">
              <p>{view.acceptance} We confirm the order by email.</p>
            </Message>
          </div>
        )}
        <div className={styles.list}>
          <SelectedRow list={list} row={row} caption={`Quote ${row.key}`} cells={quoteCells} />
        </div>
        <p>
          {view.end && <strong>Valid through {view.end}. </strong>}
          <span className="muted">{view.visibleTo}</span>
        </p>
        <section className={styles.lines} aria-labelledby="breakdown-heading">
          <div className={styles.heading}>
            <h2 id="breakdown-heading">Quote Breakdown (including optional items)</h2>
            {view.isComparable && <ButtonLink to={paths.quoteVersions(row.key)}>Compare versions</ButtonLink>}
          </div>
          <QuoteItems {...view.items} />
        </section>
        <CardGrid>
          <FactsCard heading="Details" id="details" icon="user-round" facts={view.details} />
          <FactsCard heading="Total" id="total" icon="receipt-text" facts={view.totals} />
          <DownloadCard files={view.files} retryTo={row.to ?? view.backTo} />
        </CardGrid>
      </PageParts>
    </>
  );
}
