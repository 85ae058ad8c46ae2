import { expect, it } from "vitest";
import { readListState } from "#app/grid/define-list.ts";
import type { InvoiceItem } from "#app/portal-api/invoices.ts";
import { linesList } from "./lines-list.ts";
import { lineViews } from "./lines.ts";

function item(itemCode: string, description: string, net = 1): InvoiceItem {
  return { itemCode, description, quantity: 1.5, unit: 1_234.5, discount: 2.5, vatCode: "T1", net };
}
const items = [item("a", "<b>Zebra</b>", 10), item("b", "apple 10", -2), item("c", "Apple 9", 10)];
const codes = (query: string) =>
  lineViews(items, readListState(`/invoices/1${query}`, linesList)).map(({ code }) => code);

it.each([
  ["", ["c", "b", "a"]],
  ["?sort=-description", ["a", "b", "c"]],
  ["?sort=net", ["b", "a", "c"]],
  ["?sort=-net", ["a", "c", "b"]],
  ["?sort=nothing", ["c", "b", "a"]],
])("sorts %j as a person reads, equal lines in the API's order", (query, order) => {
  expect(codes(query)).toEqual(order);
});

it("gives ready strings and safe HTML", () => {
  const [line] = lineViews([item("x", `<i onclick="x()">Hi</i>`, -5)], readListState("/", linesList));
  expect(line).toEqual({
    key: "0",
    code: "x",
    description: "<i>Hi</i>",
    quantity: "1.5",
    unit: "£1,234.50",
    discount: "2.5",
    vat: "T1",
    net: "-£5.00",
  });
});
