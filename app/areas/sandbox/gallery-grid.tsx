import { FilterForm, SearchForm, SizeForm, SortForm } from "#app/grid/grid-forms.tsx";
import { GridPaging } from "#app/grid/grid-paging.tsx";
import { PlainRows, SelectedRow } from "#app/grid/grid-rows.tsx";
import { Grid } from "#app/grid/grid.tsx";
import { ListLink } from "#app/grid/list-link.tsx";
import type { ListView } from "#app/grid/list-loader.server.ts";
import { listQueryString, type ListDefinition, type ListState } from "#app/grid/list-state.ts";
import { ResizeHandle } from "#app/grid/resize-handle.tsx";
import { Table } from "#app/ui/table.tsx";
import { GALLERY_LINK, LONG_TEXT, LONG_WORD } from "./gallery-texts.ts";

type Key = "subject" | "status" | "edit";

/** A sample list. Its elements' ids contain the noun, so each list on the page needs a different one. */
const makeList = (noun: string): ListDefinition<Key> => ({
  id: noun.replaceAll(" ", "-"),
  path: GALLERY_LINK,
  noun,
  empty: `There are no ${noun} yet.`,
  csv: false,
  columns: [
    { key: "subject", label: "Subject", sort: "subject" },
    { key: "status", label: "Status" },
    { key: "edit", label: "Edit", icon: "pencil" },
  ],
  onPhone: { title: "subject", facts: ["status"] },
  defaultSort: "subject",
  defaultSize: 5,
  sizes: [5, 10],
  search: { label: `Search ${noun}`, delayMs: 1000 },
  filter: {
    label: `Status of ${noun}`,
    choices: [
      { value: "open", label: "Open" },
      { value: "closed", label: "Closed" },
    ],
    defaults: ["open"],
  },
});

const makeRow = (subject: string, tone: "success" | "error", unread = false) => ({
  key: subject,
  name: subject,
  to: GALLERY_LINK,
  unread,
  text: { subject, status: tone === "error" ? "Overdue" : "Done", edit: "" },
  tone: { status: tone },
  rowData: undefined,
});
const rows = [
  makeRow("A new one", "error", true),
  makeRow(LONG_TEXT, "success"),
  makeRow(LONG_WORD, "success"),
];

const listProps = (noun: string, changes: Partial<ListState> = {}) => ({
  list: makeList(noun),
  state: { search: "", sort: "subject", descending: false, page: 1, size: 5, filter: ["open"], ...changes },
});
const makeView = (noun: string, changes: Partial<ListState> = {}): ListView<Key, undefined> => ({
  ...listProps(noun, changes),
  total: 0,
  rows: [],
});

export const gridKit = {
  grid: {
    Usual: <Grid view={{ ...makeView("rows"), total: 3, rows, omitted: 4200 }} />,
    Empty: <Grid view={makeView("missing rows")} />,
    "Nothing found": <Grid view={makeView("searched rows", { search: "nothing" })} />,
  },
  "grid-forms": {
    Search: <SearchForm {...listProps("letters")} />,
    "Search, error": <SearchForm {...listProps("bills", { search: "x" })} />,
    Filter: <FilterForm {...listProps("quotes", { filter: ["open", "closed"] })} />,
    "Rows per page": <SizeForm {...listProps("returns", { size: 10 })} />,
    "Order, on narrow screens": <SortForm {...listProps("orders")} />,
  },
  "grid-paging": {
    First: <GridPaging {...listProps("first pages")} total={500} />,
    Middle: <GridPaging {...listProps("middle pages", { page: 50 })} total={500} />,
    Last: <GridPaging {...listProps("last pages", { page: 2 })} total={10} />,
  },
  "grid-rows": {
    Plain: <PlainRows list={makeList("plain rows")} rows={rows} caption="Plain rows" />,
    Selected: <SelectedRow list={makeList("selected rows")} row={rows[0]!} caption="The selected row" />,
  },
  "list-link": {
    "A link": <ListLink to={listQueryString(makeList("rows"), listProps("rows").state)}>Next</ListLink>,
    "In a form": (
      <ListLink to={GALLERY_LINK} submitName="next">
        Next
      </ListLink>
    ),
  },
  "resize-handle": {
    "On the edge of a head, with scripts": (
      <Table
        caption="Columns that can be resized"
        columns={["First", "Second"].map((label, index) => ({
          key: label,
          label,
          heading: [label, <ResizeHandle key={label} label={label} isFirst={index === 0} />],
        }))}
        rows={[{ key: "1", cells: ["One", "Two"] }]}
      />
    ),
  },
};
