import { expect, it } from "vitest";
import type { InvoiceItem } from "#shared/portal-api/invoices.ts";
import { linesOf } from "./invoice-lines.server.ts";

function item(itemCode: string, description: string, net = 1): InvoiceItem {
  return { itemCode, description, quantity: 1.5, unit: 1_234.5, discount: 2.5, vatCode: "T1", net };
}
const items = [item("a", "<b>Zebra</b>", 10), item("b", "apple 10", -2), item("c", "Apple 9", 10)];

function viewOf(items: InvoiceItem[], query = "", place?: string) {
  const request = new Request(`http://portal.example/invoices/1${query}`);
  return linesOf({ items, invoiceNumber: "1" }, { request }, place);
}

it.each([
  ["", ["c", "b", "a"]],
  ["?sort=-description", ["a", "b", "c"]],
  ["?sort=net", ["b", "a", "c"]],
  ["?sort=-net", ["a", "c", "b"]],
  ["?sort=nothing", ["c", "b", "a"]],
  ["?page=7", ["c", "b", "a"]],
])("sorts by %j in alphabetical and numeric order, equal lines in the API's order", async (query, order) => {
  expect((await viewOf(items, query)).rows.map(({ text }) => text.code)).toEqual(order);
});

it("returns formatted texts and sanitised HTML", async () => {
  const { rows, list, state } = await viewOf([item("x", `<i onclick="x()">Hi</i>`, -5)], "", "page=2");
  expect(rows[0]).toMatchObject({
    key: "0",
    text: {
      code: "x",
      description: "<i>Hi</i>",
      quantity: "1.5",
      unit: "£1,234.50",
      discount: "2.5",
      vat: "T1",
      net: "−£5.00",
    },
  });
  expect(list.caption).toBe("Lines on invoice 1");
  expect(state.otherParams).toEqual([["list", "page=2"]]);
});
