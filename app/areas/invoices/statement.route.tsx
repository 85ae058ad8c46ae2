import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Table } from "#app/ui/table.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { paths } from "#shared/paths.ts";
import { AccountSelect, InvoiceTabs, LabelledOnPhone } from "./invoice-parts.tsx";
import styles from "./invoices.module.css";
import { statementView } from "./statement.server.ts";

export const meta = pageTitle("Statement");

export async function loader(args: LoaderFunctionArgs) {
  return statementView(args, await requireRole(args, "Orders"));
}

const columns = [
  { key: "invoice", label: "Invoice", phone: "title" },
  { key: "date", label: "Date Issued", phone: "fact" },
  { key: "order", label: "Order Number", phone: "unseen" },
  { key: "account", label: "Account Number", phone: "fact" },
  { key: "status", label: "Status", phone: "fact" },
  { key: "total", label: "Total", numeric: true, phone: "value" },
  { key: "outstanding", label: "Outstanding", numeric: true, phone: "fact" },
] as const;

export default function Statement() {
  const { wanted, total, rows, empty, isIncomplete, figures, ages, today, note } =
    useLoaderData<typeof loader>();
  const query = new URLSearchParams({ from: wanted.from, to: wanted.to, account: wanted.account }).toString();
  const isReady = wanted.error === undefined && !isIncomplete;
  return (
    <>
      <PageHeader
        title="Statement"
        intro={`Your invoices and what's still outstanding on them, as at ${today}. Payments aren't listed.`}
        actions={
          isReady && (
            <>
              <ButtonLink to={`${paths.statementCsv()}?${query}`} icon="download" download>
                CSV
              </ButtonLink>
              <ButtonLink to={`${paths.statementPdf()}?${query}`} icon="download" download>
                PDF
              </ButtonLink>
            </>
          )
        }
      />
      <InvoiceTabs current={paths.statement()} />
      <PageParts>
        <StatementForm />
        {note && <Message tone="warning">{note}</Message>}
        {isReady && (
          <>
            {figures.length > 0 && <FigureStrip label="Sums" figures={figures} />}
            {ages.length > 0 && <OutstandingByAge ages={ages} account={wanted.account} />}
            {total === 0 ? (
              <EmptyState icon="receipt-text">{empty}</EmptyState>
            ) : (
              <Invoices total={total} rows={rows} />
            )}
          </>
        )}
      </PageParts>
    </>
  );
}

function Invoices({ total, rows }: Pick<SerializeFrom<typeof loader>, "total" | "rows">) {
  return (
    <section className={`stack ${styles.orders}`} aria-labelledby="invoices-heading">
      <h2 id="invoices-heading">Invoices</h2>
      {total > rows.length && (
        <p>{`Showing the newest ${rows.length} of ${total.toLocaleString("en-GB")}. The downloads include all of them.`}</p>
      )}
      <Table
        boxed
        caption="Invoices in this period"
        columns={columns}
        rows={rows.map((row) => ({
          key: row.key,
          cells: columns.map(({ key }) => {
            if (key === "invoice") return <a href={row.to}>{row.invoice}</a>;
            if (key === "status" && row.tone && row.status)
              return <StatusTag tone={row.tone}>{row.status}</StatusTag>;
            if (key === "outstanding") return <LabelledOnPhone text={row.outstanding} label=" outstanding" />;
            return row[key];
          }),
        }))}
      />
    </section>
  );
}

function OutstandingByAge({
  ages,
  account,
}: Pick<SerializeFrom<typeof loader>, "ages"> & { account: string }) {
  const search = account && `&search=${encodeURIComponent(account)}`;
  return (
    <section className="stack" aria-labelledby="ages-heading">
      <h2 id="ages-heading">Outstanding by age</h2>
      <Table
        boxed
        caption="Outstanding, by age of invoice"
        columns={[
          { key: "age", label: "Issued" },
          { key: "count", label: "Invoices", numeric: true },
          { key: "total", label: "Outstanding", numeric: true },
        ]}
        rows={ages.map((age) => ({
          key: age.label,
          cells: [
            <a href={`${paths.invoices()}?due=${age.value}${search}`}>{age.label}</a>,
            age.count,
            age.total,
          ],
        }))}
      />
    </section>
  );
}

function StatementForm() {
  const { wanted, accounts } = useLoaderData<typeof loader>();
  return (
    <Form className={`${styles.period} no-print`} aria-label="Period and account">
      <TextInput
        id="from"
        name="from"
        type="date"
        label="From"
        defaultValue={wanted.from}
        errors={wanted.error === undefined ? undefined : [wanted.error]}
      />
      <TextInput id="to" name="to" type="date" label="To" defaultValue={wanted.to} />
      <AccountSelect account={wanted.account} accounts={accounts} />
      <Button>Show</Button>
    </Form>
  );
}
