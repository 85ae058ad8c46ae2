import { Table } from "#app/ui/table.tsx";
import type { CallsSummary } from "./calls.server.ts";

interface TotalsTableProps {
  heading: string;
  /** What a row is about, e.g. 'number'. */
  noun: string;
  id: string;
  rows: CallsSummary["numbers"];
  /** How many rows aren't shown. */
  more?: number;
}

/** A table with one row per total; renders nothing if there are none. */
export function TotalsTable({ heading, noun, id, rows, more = 0 }: TotalsTableProps) {
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

export function CallTable({ caption, rows }: { caption: string; rows: CallsSummary["mostExpensive"] }) {
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
