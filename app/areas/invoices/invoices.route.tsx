import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { useOffers } from "#app/document/offers.ts";
import { titled } from "#app/document/page-title.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { Grid } from "#app/grid/grid.tsx";
import { loadList } from "#app/grid/list-loader.server.ts";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import { mandatesOf, markedRow } from "./how-paid.server.ts";
import { invoiceList, type InvoiceRow } from "./invoice-list.server.ts";
import { latestMonths } from "./invoice-months.server.ts";
import { accountCell, invoiceCells, PdfOf } from "./invoice-parts.tsx";
import { SpendCard } from "./invoice-spend.tsx";
import { loadDue, loadSpend } from "./invoice-sums.server.ts";
import styles from "./invoices.module.css";

export const meta = titled("Invoices");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { context } = args;
  const now = context.services.now();
  const { view, mandates, ...parts } = await promiseHash({
    view: loadList(invoiceList, args, portal),
    mandates: mandatesOf(args, portal),
    due: tolerate(loadDue(portal), { context }),
    spend: tolerate(loadSpend(portal, now), { context }),
  });
  const rows = view.rows.map((row) => markedRow(row, mandates, now));
  return { ...parts, view: { ...view, rows }, zipMonths: latestMonths(now) };
}

export default function Invoices() {
  const { view, due, spend, zipMonths } = useLoaderData<typeof loader>();
  const hasFiles = useOffers("files");
  const hasDirectDebits = useOffers("directDebits");
  const hasCards = useOffers("cardPayments");
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            {hasDirectDebits && <ButtonLink to={paths.directDebits()}>Manage Direct Debits</ButtonLink>}
            {hasCards && (
              <ButtonLink to={paths.makePayment()} variant="primary">
                Make a Payment
              </ButtonLink>
            )}
          </>
        }
      />
      <PageParts>
        {due.ok ? (
          <FigureStrip label="What is due" {...due.value} />
        ) : (
          <PanelError text={due.message} reference={due.reference} retryTo={paths.invoices()} />
        )}
        <div className={styles.list}>
          <Grid view={view} cells={{ ...cells, download: hasFiles && cells.download }} />
        </div>
        {hasFiles && view.total > 0 && <ZipForm months={zipMonths} />}
        <SpendCard spend={spend} />
      </PageParts>
    </>
  );
}

const ZIP_FORM = "zip-selection";

const cells = {
  ...invoiceCells,
  account: accountCell,
  download: (row: InvoiceRow) => (
    <PdfOf row={row}>
      <label className={styles.select}>
        <input type="checkbox" name="number" value={row.key} form={ZIP_FORM} />
        ZIP<span className="visually-hidden"> with invoice {row.key}</span>
      </label>
    </PdfOf>
  ),
};

function ZipForm({ months }: { months: readonly Option[] }) {
  return (
    <div className="no-print">
      <Card heading="Download several invoices" id="zip" icon="archive">
        <div className="stack">
          <p className="muted prose">
            One ZIP file with the invoices, call records and reports, and a list of what is in it.
          </p>
          <div className={styles.forms}>
            <form id={ZIP_FORM} action={paths.invoicesZip()}>
              <Button icon="download">Download ticked invoices</Button>
            </form>
            <form action={paths.invoicesZip()}>
              <Select id="zip-month" name="month" label="Month" options={months} />
              <Button icon="download">Download month</Button>
            </form>
          </div>
        </div>
      </Card>
    </div>
  );
}
