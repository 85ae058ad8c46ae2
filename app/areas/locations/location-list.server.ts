import { defineList } from "#app/grid/define-list.server.ts";
import { urlWithQuery } from "#app/grid/list-state.ts";
import { paths } from "#shared/paths.ts";
import { addressWithoutPostcode, listAddresses } from "#shared/portal-api/addresses.ts";
import { toText, trimmedText } from "#shared/portal-api/shapes.ts";

/** The locations of the account (docs/domain.md, Locations). */
export const locationList = defineList({
  id: "locations",
  path: paths.locations(),
  caption: "Locations for this account",
  empty: "There are no locations yet.",
  emptyIcon: "map-pin",
  role: "MyPortal Admin",
  operation: listAddresses,
  columns: [
    { key: "address", label: "Address", sort: "address", text: (item) => addressWithoutPostcode(item) },
    { key: "postCode", label: "Post Code", sort: "postCode" },
    { key: "notes", label: "Notes", text: ({ notes }) => trimmedText(notes) },
    { key: "edit", label: "Edit", icon: "pencil" },
  ],
  onPhone: { title: "address", facts: ["postCode", "notes"] },
  defaultSort: "address",
  defaultSize: 10,
  sizes: [10, 20, 50, 100],
  search: { label: "Search Locations" },
  searchText: ({ searchField, line1, line2, town, county, postCode, notes }) =>
    [searchField, line1, line2, town, county, postCode, notes].map(toText).join("\n"),
  keyOf: ({ addressId }) => String(addressId),
  nameOf: (item) => addressWithoutPostcode(item) || "location",
  // The form opens beside the list, which keeps its search, order and page.
  to: ({ addressId }, place) => urlWithQuery(paths.location(String(addressId)), place),
});
