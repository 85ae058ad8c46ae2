import { describe, expect, it } from "vitest";
import type { Part } from "#server/optional-parts.ts";
import { defineList, type List } from "./define-list.server.ts";
import { csvLoader, loadList } from "./list-loader.server.ts";

describe("a column of an optional part", () => {
  const listWithParts = defineList({
    ...{ id: "things", path: "/things", noun: "things", empty: "", defaultSort: "name" },
    operation: {} as unknown as List<number, "name", undefined>["operation"],
    columns: [
      { key: "name", label: "Name", sort: "name", text: (n: number) => `Thing ${n}` },
      { key: "bank", label: "Bank", sort: "bank", part: "directDebits", text: (n) => `Bank ${9 - n}` },
      { key: "kind", label: "Kind", status: true, part: "files" },
    ],
    search: { label: "Search", delayMs: 300 },
    filter: {
      codeOf: (n) => n % 2,
      choices: [
        { code: 0, value: "even", label: "Even", tone: "info" },
        { code: 1, value: "odd", label: "Odd", tone: "neutral" },
      ],
      defaults: ["even", "odd"],
    },
    keyOf: String,
  });
  const search = "?sort=bank&search=bank&status=even";
  const account = { clientId: "1001" };
  const portal = { api: { call: async () => [1, 2, 3, 4] }, account };
  const load = (query: string, absent: readonly Part[]) => {
    const request = new Request(`http://portal.example/things${query}`);
    return loadList(listWithParts, { request, context: { config: { absent } } as never }, portal as never);
  };

  it("is in the list if its part is offered", async () => {
    const { list, rows, state } = await load(search, []);
    expect(list.columns.map(({ key }) => key)).toEqual(["name", "bank", "kind"]);
    expect([rows.map(({ key }) => key), state.sort, state.filter]).toEqual([["4", "2"], "bank", ["even"]]);
  });

  it("isn't shown, nor used to search, sort or filter, if its part is absent", async () => {
    const { list, state, rows } = await load(search, ["directDebits", "files"]);
    expect([list.columns.map(({ key }) => key), list.filter]).toEqual([["name"], undefined]);
    expect([rows, state.sort, state.filter]).toEqual([[], "name", []]);
    const all = await load("?sort=bank", ["directDebits", "files"]);
    expect(all.rows.map(({ text }) => text)).toEqual([1, 2, 3, 4].map((n) => ({ name: `Thing ${n}` })));
  });

  it.each([
    [[], "Name,Bank,Kind"],
    [["directDebits", "files"], "Name"],
  ] as const)("is in the CSV only if its part is offered (absent: %j)", async (absent, head) => {
    const user = { roles: ["1001-Orders"] };
    const context = {
      config: { absent },
      session: { user, account },
      services: { identity: { freshToken: async () => "token" } },
      state: { accessSettled: new Set(), apis: new Map([[account.clientId, portal.api]]) },
    };
    const answer = await csvLoader(listWithParts)({
      request: new Request("http://portal.example/things"),
      params: {},
      context,
    } as never);
    expect((await answer.text()).split("\r\n")[0]).toBe(head);
  });
});
