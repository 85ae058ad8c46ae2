import { expect, it } from "vitest";
import { defineList } from "./define-list.server.ts";
import { showItems } from "./list-loader.server.ts";

it("by default a column shows the field that `sort` names, and a page has eight rows", async () => {
  const plain = defineList({
    id: "plain",
    path: "/plain",
    noun: "rows",
    empty: "None",
    columns: [
      {
        key: "name",
        label: "Name",
        sort: "fullName",
        text: ({ fullName }: { fullName: string; count: number }) => fullName,
      },
      { key: "lines", label: "Lines", sort: "count" },
    ],
    defaultSort: "name",
    keyOf: ({ fullName }) => fullName,
  });
  const rows = Array.from({ length: 9 }, (_, count) => ({ fullName: `Row ${count}`, count }));
  const request = new Request("http://portal.example/plain?sort=lines");
  const view = await showItems(plain, { request }, { account: { clientId: "1001", name: "" } }, rows);
  expect(view.list).toMatchObject({ defaultSize: 8, sizes: [8, 20, 50, 100] });
  expect(view.rows.map(({ text }) => text.lines)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});
