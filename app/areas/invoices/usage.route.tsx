import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireRole } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { paths } from "#shared/paths.ts";
import { AccountSelect, InvoiceTabs, LabelledOnPhone } from "./invoice-parts.tsx";
import { invoicesIn, SpendPicture } from "./invoice-spend.tsx";
import styles from "./invoices.module.css";
import { usageView } from "./usage.server.ts";

export const meta = pageTitle("Spend and calls");

export async function loader(args: LoaderFunctionArgs) {
  return usageView(args, await requireRole(args, "Orders"));
}

type View = SerializeFrom<typeof loader>;

export default function Usage() {
  const view = useLoaderData<typeof loader>();
  const { spend, account, accounts, calls, note } = view;
  return (
    <>
      <PageHeader
        title="Spend and calls"
        intro="What we've invoiced you for in the last 12 months, and what your calls have cost."
      />
      <InvoiceTabs current={paths.usage()} />
      <PageParts>
        {accounts.length > 1 && (
          <Form className={`${styles.period} no-print`} aria-label="Account">
            <AccountSelect account={account} accounts={accounts} />
            <Button>Show</Button>
          </Form>
        )}
        {note && <Message tone="warning">{note}</Message>}
        {spend && !spend.isPartial && <Months {...view} spend={spend} />}
        {!spend && !note && (
          <EmptyState icon="receipt-text">
            You weren&apos;t invoiced for anything in the last 12 months.
          </EmptyState>
        )}
        {calls && <InvoicesWithCalls links={calls} />}
      </PageParts>
    </>
  );
}

function Months({ spend, account, columns, rows }: View & { spend: NonNullable<View["spend"]> }) {
  const accountText = account === "" ? "all account numbers" : account;
  return (
    <>
      <section className="stack" aria-labelledby="months-heading">
        <h2 id="months-heading">Spend by month</h2>
        <p>
          <strong>{spend.total}</strong> invoiced to {accountText}
        </p>
        <SpendPicture
          months={spend.months}
          label={`Spend by month, ${accountText}: ${spend.total} in total`}
        />
        <Table
          boxed
          caption="Spend by month"
          columns={[
            { key: "month", label: "Month", phone: "title" },
            { key: "count", label: "Invoices", numeric: true, phone: "fact" },
            { key: "total", label: "Total", numeric: true, phone: "value" },
            { key: "change", label: "Change", numeric: true, phone: "fact" },
          ]}
          rows={rows.map(({ value, label, count, amount, change }) => ({
            key: value,
            cells: [
              <a href={invoicesIn(value)}>{label}</a>,
              <LabelledOnPhone text={count} label={count === 1 ? " invoice" : " invoices"} />,
              amount,
              /\d/.test(change) ? <LabelledOnPhone text={change} label=" than the month before" /> : change,
            ],
          }))}
        />
      </section>
      {columns.length > 0 && (
        <section className="stack" aria-labelledby="accounts-heading">
          <h2 id="accounts-heading">By account number</h2>
          <Table
            boxed
            caption="Spend by month and account number"
            columns={["Month", ...columns].map((label, index) => ({ key: label, label, numeric: index > 0 }))}
            rows={rows.map(({ value, label, columnTotals }) => ({
              key: value,
              cells: [label, ...columnTotals],
            }))}
          />
        </section>
      )}
    </>
  );
}

function InvoicesWithCalls({ links }: { links: NonNullable<View["calls"]> }) {
  return (
    <div className="no-print">
      <Card heading="Calls" id="calls" icon="phone" flush={links.ok && links.value.length > 0}>
        {!links.ok && <PanelError {...links} retryTo={paths.usage()} />}
        {links.ok && links.value.length === 0 && (
          <p className="muted">Your latest invoices have no call records.</p>
        )}
        {links.ok && links.value.length > 0 && <LinkList items={links.value} />}
      </Card>
    </div>
  );
}
