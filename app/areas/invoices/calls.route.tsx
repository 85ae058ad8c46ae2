import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { loadOrOfferSwitch } from "#app/request/numbered-objects.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { isInvoiceNumber } from "#shared/portal-api/invoice-number.ts";
import { callsView, type CallsSummary, type CallsView } from "./calls.server.ts";
import styles from "./invoices.module.css";

// Limited, because each load reads the whole file.
export const handle: PageFacts = { requiredParts: ["files"], rateLimit: "downloads" };
export const meta = pageTitle((view) =>
  `Calls on invoice ${(view as CallsView | undefined)?.number ?? ""}`.trim(),
);

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { number } = args.params;
  if (!isInvoiceNumber(number)) throw pageNotFound();
  return loadOrOfferSwitch(args, portal, "invoice", number, () => callsView(args, portal, number));
}

export default function Calls() {
  const { number, issued, searchText, calls } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Calls on invoice ${number}`}
        back={{ to: paths.invoice(number), label: `Invoice ${number}` }}
        intro={`${issued ? `Issued on ${issued}. ` : ""}All times are UK time. Costs come from the call records.`}
        actions={<ButtonLink to={paths.usage()}>Spend and calls</ButtonLink>}
      />
      <PageParts>
        {!calls.ok && <PanelError {...calls} retryTo={paths.calls(number)} />}
        {calls.ok && !calls.value && (
          <EmptyState icon="receipt-text">There are no call records for this invoice.</EmptyState>
        )}
        {calls.ok && calls.value && <Summary number={number} searchText={searchText} summary={calls.value} />}
      </PageParts>
    </>
  );
}

type SummaryProps = Pick<CallsView, "number" | "searchText"> & { summary: CallsSummary };

function Summary({ number, searchText, summary }: SummaryProps) {
  const { searchResult: found } = summary;
  if (!summary.hasKnownColumns)
    return (
      <Message tone="warning">
        <p>
          {summary.cutText} We don&apos;t recognise the columns in this file, so we can&apos;t work out any
          totals. You can download it from <a href={paths.invoice(number)}>the invoice</a>.
        </p>
      </Message>
    );
  return (
    <>
      <Notes {...summary} />
      <FigureStrip label={summary.cutText ? "Partial totals" : "Totals"} figures={summary.figures} />
      <Form className={`${styles.period} no-print`} role="search" aria-label="Find calls by number">
        <TextInput id="number" name="number" type="search" label="Find a number" defaultValue={searchText} />
        <Button>Search</Button>
      </Form>
      {found && (
        <section className="stack" aria-labelledby="found-heading">
          <h2 id="found-heading">Calls to and from {found.name}</h2>
          <p>
            {found.calls === "0"
              ? "No calls found."
              : `${found.calls} ${found.calls === "1" ? "call" : "calls"}, ${found.cost}.`}
            {found.rows.length > 0 &&
              found.calls !== String(found.rows.length) &&
              ` Showing the first ${found.rows.length}.`}
          </p>
          {found.rows.length > 0 && <CallTable caption="Calls found" rows={found.rows} />}
        </section>
      )}
      <TotalsTable
        heading="By number"
        noun="Number"
        id="numbers"
        rows={summary.numbers}
        more={summary.moreNumbers}
      />
      <TotalsTable heading="By type" noun="Type" id="kinds" rows={summary.kinds} />
      <TotalsTable heading="By hour of the day" noun="Hour" id="hours" rows={summary.hours} />
      <section className="stack" aria-labelledby="most-expensive-heading">
        <h2 id="most-expensive-heading">Most expensive calls</h2>
        <CallTable caption="Most expensive calls" rows={summary.mostExpensive} />
      </section>
    </>
  );
}

function Notes({
  cutText,
  unreadableRows,
  missingColumns,
}: Pick<CallsSummary, "cutText" | "unreadableRows" | "missingColumns">) {
  return (
    <>
      {cutText && (
        <Message tone="warning">
          <p>{cutText} The totals below only cover part of it.</p>
        </Message>
      )}
      {(unreadableRows > 0 || missingColumns.length > 0) && (
        <Message tone="info">
          {unreadableRows > 0 && (
            <p>
              {unreadableRows === 1
                ? "One row couldn't be read and isn't in the totals."
                : `${unreadableRows.toLocaleString("en-GB")} rows couldn't be read and aren't in the totals.`}
            </p>
          )}
          {missingColumns.length > 0 && <p>The file doesn&apos;t say {missingColumns.join(", ")}.</p>}
        </Message>
      )}
    </>
  );
}

type TotalsTableProps = Readonly<Record<"heading" | "noun" | "id", string>> & {
  rows: CallsSummary["numbers"];
  /** How many rows aren't shown. */
  more?: number;
};

/** A table with one row per total, e.g. per number (`noun`); renders nothing if there are none. */
function TotalsTable({ heading, noun, id, rows, more = 0 }: TotalsTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {more > 0 && (
        <p>{`Showing the most expensive ${rows.length} of ${(rows.length + more).toLocaleString("en-GB")}.`}</p>
      )}
      <Table
        boxed
        caption={heading}
        columns={[
          { key: "name", label: noun, phone: "title" },
          { key: "calls", label: "Calls", numeric: true, phone: "fact" },
          { key: "time", label: "Time", numeric: true, phone: "fact" },
          { key: "cost", label: "Cost", numeric: true, phone: "value" },
        ]}
        rows={rows.map(({ name, calls, time, cost }) => ({
          key: name,
          cells: [name, `${calls} ${calls === "1" ? "call" : "calls"}`, time, cost],
        }))}
      />
    </section>
  );
}

function CallTable({ caption, rows }: { caption: string; rows: CallsSummary["mostExpensive"] }) {
  return (
    <Table
      boxed
      caption={caption}
      columns={[
        { key: "to", label: "To" },
        { key: "when", label: "When" },
        { key: "from", label: "From" },
        { key: "kind", label: "Type" },
        { key: "time", label: "Time", numeric: true },
        { key: "cost", label: "Cost", numeric: true },
      ]}
      rows={rows.map(({ key, to, when, from, kind, time, cost }) => ({
        key,
        cells: [to || "Not given", when, from, kind, time, cost],
      }))}
    />
  );
}
