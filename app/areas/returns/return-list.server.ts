import { defineList } from "#app/grid/define-list.server.ts";
import { paths } from "#shared/paths.ts";
import { listReturns, returnStatus } from "#shared/portal-api/returns.ts";

export const returnList = defineList({
  id: "returns",
  path: paths.returns(),
  caption: "Returns for this account",
  empty: "You have no returns",
  emptyIcon: "undo-2",
  role: "Returns",
  operation: listReturns,
  columns: [
    { key: "rma", label: "Return ID", sort: "rma" },
    { key: "type", label: "Type", sort: "recordType" },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  onPhone: { title: "rma", facts: ["type", "status"] },
  defaultSort: "-rma",
  search: { label: "Search Returns" },
  searchText: ({ rma, recordType, status, prodCode, prodDesc, invNo }) =>
    [rma, recordType, status, prodCode, prodDesc, invNo].join("\n"),
  filter: {
    codeOf: ({ status }) => status,
    choices: [
      { code: returnStatus.open, value: "open", label: "Open", tone: "info" },
      { code: returnStatus.pending, value: "pending", label: "Pending", tone: "info" },
      { code: returnStatus.closed, value: "closed", label: "Closed", tone: "neutral" },
    ],
    defaults: ["open", "pending"],
    includesUnknownIfAllTicked: true,
  },
  keyOf: ({ rma }) => rma,
  nameOf: ({ rma }) => `return ${rma}`,
  to: ({ rma }, place) => paths.return(rma, place),
});
