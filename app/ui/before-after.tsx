import { Table } from "./table.tsx";

/** A field whose value changes, in words; '' for no value. */
export interface Change {
  readonly term: string;
  readonly before: string;
  readonly after: string;
}

type BeforeAfterProps = Readonly<{ changes: readonly Change[]; before: string; after: string }>;

/** Shows a change field by field: `before` and `after` are column headings, e.g. 'Now' and 'From 03/12/2026'. */
export function BeforeAfter({ changes, ...label }: BeforeAfterProps) {
  if (changes.length === 0) return null;
  return (
    <Table
      caption="What changes"
      columns={[
        { key: "what", label: "What" },
        { key: "before", label: label.before },
        { key: "after", label: label.after },
      ]}
      rows={changes.map(({ term, before, after }) => ({
        key: term,
        cells: [term, before || "–", after || "–"],
      }))}
      boxed
    />
  );
}
