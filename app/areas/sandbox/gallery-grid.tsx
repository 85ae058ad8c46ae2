import { listHref, type ListDefinition, type ListState } from "#app/grid/define-list.ts";
import { FilterForm, SearchForm, SizeForm, SortForm } from "#app/grid/grid-forms.tsx";
import { GridPaging } from "#app/grid/grid-paging.tsx";
import { PlainRows, SelectedRow } from "#app/grid/grid-rows.tsx";
import { Grid } from "#app/grid/grid.tsx";
import type { ListView } from "#app/grid/list-loader.server.ts";
import { ListPress } from "#app/grid/list-press.tsx";
import { ResizeHandle } from "#app/grid/resize-handle.tsx";
import { Table } from "#app/ui/table.tsx";
import { HERE, LONG, WORD } from "./gallery-texts.ts";

type Key = "subject" | "status" | "edit";

/** Each list of the page needs names of its own. */
const listOf = (noun: string): ListDefinition<Key> => ({
  id: noun.replaceAll(" ", "-"),
  path: HERE,
  noun,
  empty: `There are no ${noun} yet.`,
  csv: false,
  columns: [
    { key: "subject", label: "Subject", sort: "subject" },
    { key: "status", label: "Status" },
    { key: "edit", label: "Edit", icon: "pencil" },
  ],
  defaultSort: "subject",
  defaultSize: 5,
  sizes: [5, 10],
  search: { label: `Search ${noun}`, delayMs: 1000 },
  filter: {
    name: "status",
    label: `Status of ${noun}`,
    options: [
      { value: "open", label: "Open" },
      { value: "closed", label: "Closed" },
    ],
    defaults: ["open"],
  },
});

const rowOf = (subject: string, tone: "success" | "error", unread = false) => ({
  key: subject,
  name: subject,
  to: HERE,
  unread,
  text: { subject, status: tone === "error" ? "Overdue" : "Done", edit: "" },
  tone: { status: tone },
  more: undefined,
});
const rows = [rowOf("A new one", "error", true), rowOf(LONG, "success"), rowOf(WORD, "success")];

const partsOf = (noun: string, given: Partial<ListState> = {}) => ({
  list: listOf(noun),
  state: { search: "", sort: "subject", descending: false, page: 1, size: 5, filter: ["open"], ...given },
});
const viewOf = (noun: string, given: Partial<ListState> = {}): ListView<Key, undefined> => ({
  ...partsOf(noun, given),
  ...{ total: 0, rows: [], account: "" },
});

export const gridKit = {
  grid: {
    Usual: <Grid view={{ ...viewOf("rows"), total: 3, rows, omitted: 4200 }} />,
    Empty: <Grid view={viewOf("missing rows")} />,
    "Nothing found": <Grid view={viewOf("searched rows", { search: "nothing" })} />,
  },
  "grid-forms": {
    Search: <SearchForm {...partsOf("letters")} />,
    "Search, error": <SearchForm {...partsOf("bills", { search: "x" })} />,
    Filter: <FilterForm {...partsOf("quotes", { filter: ["open", "closed"] })} />,
    "Rows a page": <SizeForm {...partsOf("returns", { size: 10 })} />,
    "Order, on narrow screens": <SortForm {...partsOf("orders")} />,
  },
  "grid-paging": {
    First: <GridPaging {...partsOf("first pages")} total={500} />,
    Middle: <GridPaging {...partsOf("middle pages", { page: 50 })} total={500} />,
    Last: <GridPaging {...partsOf("last pages", { page: 2 })} total={10} />,
  },
  "grid-rows": {
    Plain: <PlainRows list={listOf("plain rows")} rows={rows} caption="Plain rows" />,
    Selected: <SelectedRow list={listOf("selected rows")} row={rows[0]!} caption="The selected row" />,
  },
  "list-press": {
    "A link": <ListPress to={listHref(listOf("rows"), partsOf("rows").state)}>Next</ListPress>,
    "In a form": (
      <ListPress to={HERE} submits="next">
        Next
      </ListPress>
    ),
  },
  "resize-handle": {
    "On the edge of a head, with scripts": (
      <Table
        caption="Columns that can be resized"
        columns={["First", "Second"].map((label, index) => ({
          key: label,
          label,
          heading: (
            <>
              {label}
              <ResizeHandle label={label} isFirst={index === 0} />
            </>
          ),
        }))}
        rows={[{ key: "1", cells: ["One", "Two"] }]}
      />
    ),
  },
};
