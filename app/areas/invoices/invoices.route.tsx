import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DirectDebitsNotChecked, MayStillCollect } from "#app/areas/payments/direct-debit-warnings.tsx";
import { useOffers } from "#app/document/offers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { Grid } from "#app/grid/grid.tsx";
import { loadList, withListStatus } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Select } from "#app/ui/select.tsx";
import { paths } from "#shared/paths.ts";
import { addCollectionTime, loadMandates } from "./how-paid.server.ts";
import { invoiceListFor } from "./invoice-list.server.ts";
import { latestMonths, type MonthChoice } from "./invoice-months.server.ts";
import { accountCell, invoiceCells, InvoiceTabs } from "./invoice-parts.tsx";
import { loadSpend, type SpendView } from "./invoice-spend.server.ts";
import { invoicesIn, SpendCard } from "./invoice-spend.tsx";
import styles from "./invoices.module.css";
import { dueFigures, loadUnpaidSummary } from "./unpaid.server.ts";

export const meta = pageTitle("Invoices");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const now = args.context.services.now();
  const mandatesPromise = loadMandates(args, portal);
  const [view, mandates, unpaid, newest] = await Promise.all([
    loadList(invoiceListFor(args.context.config), args, portal),
    mandatesPromise,
    tolerate(loadUnpaidSummary(args, portal, mandatesPromise), args),
    tolerate(loadSpend(portal, now), args),
  ]);
  const ofAll = newest.ok ? newest.value.outstandingTotal : undefined;
  return withListStatus({
    due: unpaid.ok ? { ...unpaid, value: dueFigures(unpaid.value, ofAll) } : unpaid,
    spend: newest.ok ? { ...newest, value: newest.value.spend } : newest,
    view: { ...view, rows: view.rows.map((row) => addCollectionTime(row, mandates, now)) },
    areDirectDebitsKnown: mandates !== undefined,
    isCollected: unpaid.ok && unpaid.value.groups?.collected !== undefined,
    zipMonths: latestMonths(now),
  });
}

export default function Invoices() {
  const { view, due, spend, zipMonths, areDirectDebitsKnown, isCollected } = useLoaderData<typeof loader>();
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
      <InvoiceTabs current={paths.invoices()} />
      <PageParts>
        {hasCards && !areDirectDebitsKnown && <DirectDebitsNotChecked />}
        {hasCards && (isCollected || view.rows.some((row) => row.rowData.collectedWhen)) && (
          <MayStillCollect />
        )}
        {due.ok ? (
          <FigureStrip
            label="Amount due"
            {...due.value}
            figures={[
              ...due.value.figures.map((figure) => ({ ...figure, to: countedBy.get(figure.term) })),
              ...(spend.ok ? lastCompleteMonth(spend.value) : []),
            ]}
          />
        ) : (
          !view.failure && <PanelError {...due} retryTo={paths.invoices()} />
        )}
        <div className={`${styles.list} ${styles.orders}`}>
          <Grid view={view} cells={{ ...invoiceCells, account: accountCell }} checkboxes={zipCheckboxes} />
        </div>
        {hasFiles && view.total > 0 && <ZipForm months={zipMonths} />}
        {(spend.ok || !view.failure) && <SpendCard spend={spend} />}
      </PageParts>
    </>
  );
}

const unpaid = `${paths.invoices()}?due=unpaid`;
/** What each figure counts, by its label. */
const countedBy = new Map([
  ["Outstanding", paths.statement()],
  ["Unpaid", unpaid],
  ["Unpaid invoices", unpaid],
  ["Due now", unpaid],
  ["Due now, by card", paths.makePayment()],
  ["Oldest unpaid", `${unpaid}&sort=date`],
]);

/** Links to the last complete month's invoices, because the newest month isn't over. */
function lastCompleteMonth(spend: SpendView | undefined) {
  const month = spend?.months.at(-2);
  if (!month || month.count === 0) return [];
  return [{ term: `Invoiced in ${month.label}`, detail: month.amount, to: invoicesIn(month.value) }];
}

const ZIP_FORM = "zip-selection";

const zipCheckboxes = {
  name: "number",
  form: ZIP_FORM,
  columnKey: "download",
  checkboxProps: ({ key }: { key: string }) => ({ label: "ZIP", "aria-label": `Add to ZIP: invoice ${key}` }),
} as const;

/** Downloads several invoices as one file: those ticked in the list, or a whole month's. */
function ZipForm({ months }: { months: readonly MonthChoice[] }) {
  return (
    <div className="no-print">
      <Card heading="Download several invoices" id="zip" icon="archive">
        <div className="stack">
          <p className="muted prose">One ZIP file: invoices, call records, reports and a contents list.</p>
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
