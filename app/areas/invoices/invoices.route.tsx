import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "#app/grid/define-list.ts";
import { Grid } from "#app/grid/grid.tsx";
import { paths } from "#app/paths.ts";
import { titled } from "#app/request/page-title.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { DueStrip } from "./due-strip.tsx";
import { invoiceCells } from "./invoice-cells.tsx";
import { invoicesList } from "./invoices-list.ts";
import { invoicesView } from "./invoices-view.ts";
import styles from "./invoices.module.css";
import { SpendCard } from "./spend-card.tsx";
import { SelectForZip, ZipForm } from "./zip-form.tsx";

export const meta = titled("Invoices");

/** A page of the list, what is due, and the spend by month. */
export async function loader(args: LoaderFunctionArgs) {
  return invoicesView(args, await requireRole(args, "Orders"));
}

/** The invoice list with what is due, the ZIP form and the spend. */
export default function Invoices() {
  const { rows, total, state, due, spend, zipMonths } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            <ButtonLink to={paths.directDebits()}>Manage Direct Debits</ButtonLink>
            <ButtonLink to={paths.makePayment()} variant="primary">
              Make a Payment
            </ButtonLink>
          </>
        }
      />
      <div className={styles.page}>
        <DueStrip due={due} />
        <div className={styles.list}>
          <Grid
            list={invoicesList}
            state={state}
            total={total}
            noun="invoices"
            empty="You have no invoices"
            emptyIcon="receipt-text"
            actions={
              total > 0 && (
                <ButtonLink
                  to={paths.invoicesCsv() + listHref(invoicesList, state)}
                  icon="download"
                  variant="quiet"
                  reloadDocument
                >
                  Download CSV
                </ButtonLink>
              )
            }
            rows={rows.map((row) => ({
              key: row.number,
              to: row.to,
              cells: invoiceCells(row, <SelectForZip number={row.number} />),
            }))}
          />
        </div>
        {total > 0 && <ZipForm months={zipMonths} />}
        <SpendCard spend={spend} />
      </div>
    </>
  );
}
