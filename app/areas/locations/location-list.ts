import { defineList } from "#app/grid/define-list.ts";

/** Manage Locations (spec 1 §2); how many rows a page has is not in the spec. */
export const locationList = defineList({
  id: "locations",
  columns: [
    { key: "address", label: "Address", sort: "address" },
    { key: "postCode", label: "Post Code", sort: "postCode" },
    { key: "notes", label: "Notes" },
    { key: "edit", label: "Edit", icon: true },
  ],
  defaultSort: "address",
  defaultSize: 10,
  sizes: [10, 20, 50, 100],
  search: { label: "Search Locations", delayMs: 300 },
});
