import { load } from "cheerio";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { describe, expect, it } from "vitest";
import { defineList, toListDefinition, toListRow } from "./define-list.server.ts";
import { pagesAround } from "./grid-paging.tsx";
import { type Cells } from "./grid-rows.tsx";
import { Grid } from "./grid.tsx";
import { readListState } from "./list-state.ts";
import { minimumWidth } from "./resize-handle.tsx";
import { isWorthSearching } from "./use-debounced-search.ts";

const contacts = defineList({
  id: "contacts",
  path: "/contacts",
  noun: "contacts",
  empty: "There are none yet.",
  columns: [
    { key: "fullName", label: "Full Name", sort: "fullName", text: (n: number) => `Person ${n}` },
    { key: "status", label: "Account Status", status: true },
    { key: "edit", label: "Edit", icon: "pencil" },
  ],
  defaultSort: "fullName",
  defaultSize: 8,
  sizes: [5, 8, 20],
  search: { label: "Search contacts", delayMs: 1000 },
  filter: {
    codeOf: (n) => n % 3,
    choices: [
      { code: 0, value: "0", label: "Unread", tone: "info" },
      { code: 2, value: "2", label: "Archived", tone: "neutral" },
    ],
    defaults: ["0"],
  },
  keyOf: String,
  to: (n) => `/account/contacts/${n}`,
  isUnread: (n) => n === 0,
});
const list = toListDefinition(contacts);
const numbers = (total: number) => Array.from({ length: total }, (_, n) => n);
const rows = (total: number) => numbers(total).map((n) => toListRow(contacts, n));

interface GridOptions {
  submitName?: string;
  cells?: Cells<"fullName" | "status" | "edit", undefined>;
  csv?: "or-redirect-back" | false;
}

/** The page as the server renders it. */
async function page(search: string, total: number, { submitName, cells, csv }: GridOptions = {}) {
  const state = readListState(search, list);
  const shown = rows(Math.min(total, state.size));
  const view = { list: { ...list, csv }, state, total, rows: shown, account: "1001" };
  return renderPage(<Grid {...{ view, submitName, cells }} />, search);
}

async function renderPage(element: ReactNode, search = "", absent: readonly string[] = []) {
  const loader = () => ({ absent });
  const { dataRoutes, query } = createStaticHandler([{ id: "root", path: "/contacts", loader, element }]);
  const context = await query(new Request(`http://portal.example/contacts${search}`));
  if (context instanceof Response) throw new Error("the page answered with a redirect");
  const router = createStaticRouter(dataRoutes, context);
  return load(renderToStaticMarkup(<StaticRouterProvider {...{ router, context }} hydrate={false} />));
}

type RenderedPage = Awaited<ReturnType<typeof page>>;
const sentBy = ($: RenderedPage, form: string) =>
  $(form)
    .serializeArray()
    .map(({ name, value }) => `${name}=${value}`);

describe("a grid without scripts", () => {
  it("shows the range and links to other pages", async () => {
    const $ = await page("?page=2", 43);
    expect($("[role=status]").text()).toBe("Showing 9–16 of 43");
    const links = $("nav a")
      .map((_, link) => `${$(link).text()} ${$(link).attr("href")}`)
      .get();
    expect(links).toEqual(["Previous ?", "1 ?", "2 ?page=2", "3 ?page=3", "6 ?page=6", "Next ?page=3"]);
    expect($("nav [aria-current=page]").text()).toBe("2");
  });

  it.each([
    [2, "Showing 9–10 of 43", ""],
    [0, "0 of 43", "No contacts on this page"],
  ])("says that it shows %d rows if the API sends fewer than its total", async (count, shown, text) => {
    const view = {
      list,
      state: readListState("?page=2", list),
      total: 43,
      rows: rows(count),
      account: "1001",
    };
    const $ = await renderPage(<Grid view={view} />, "?page=2");
    expect($("[role=status]").text()).toBe(shown);
    expect($("body").text()).toContain(text);
    expect($("body").text()).not.toContain("There are none yet.");
  });

  it("keeps the rest of its state in each form, and starts at page 1", async () => {
    const $ = await page("?page=2&search=anna&sort=-fullName&size=5&status=2", 43);
    expect(sentBy($, "form[role=search]")).toEqual(["search=anna", "sort=-fullName", "size=5", "status=2"]);
    expect(sentBy($, "form:has(fieldset)")).toEqual([
      "status=",
      "status=2",
      "search=anna",
      "sort=-fullName",
      "size=5",
    ]);
    expect(sentBy($, "form:has(#contacts-size)")).toEqual([
      "size=5",
      "search=anna",
      "sort=-fullName",
      "status=2",
    ]);
    expect($("form[method=post]")).toHaveLength(0);
    expect(
      $("form button")
        .map((_, button) => $(button).text())
        .get(),
    ).toEqual(["Search", "Apply", "Sort", "Show"]);
    const csv = $('a[href^="/contacts/export.csv"]');
    expect(csv.attr("href")).toBe("/contacts/export.csv?search=anna&sort=-fullName&size=5&status=2");
    expect(csv.attr("download")).toBeDefined();
  });

  it("has different texts for an empty list and for no match", async () => {
    const emptyList = await page("", 0);
    expect(emptyList.text()).toContain("There are none yet.");
    expect(emptyList.text()).not.toContain("Clear search");
    const unmatched = await page("?search=zzz&size=5", 0);
    expect(unmatched.text()).toContain("No contacts match ‘zzz’ with this filter.");
    expect(unmatched("a:contains('Search all')").attr("href")).toBe("?search=zzz&size=5&status=0&status=2");
    const clear = unmatched("a:contains('Clear')");
    expect([clear.length, clear.attr("href")]).toEqual([1, "?size=5"]);
    const noneTicked = await page("?status=&size=5", 0);
    const clearFilter = noneTicked("a:contains('Clear')");
    expect([clearFilter.text(), clearFilter.attr("href")]).toEqual(["Clear filter", "?size=5"]);
  });

  it("has no CSV link with `csv: false`, and one without `download` if a failure redirects back", async () => {
    const link = 'a[href^="/contacts/export.csv"]';
    expect((await page("", 3, { csv: false }))(link)).toHaveLength(0);
    const $ = await page("", 3, { csv: "or-redirect-back" });
    expect([$(link).length, $(link).attr("download")]).toEqual([1, undefined]);
  });
});
describe("a grid within a form, without scripts", () => {
  it("sorts, pages and searches by submit buttons of that form", async () => {
    const $ = await page("?page=2&size=5", 43, { submitName: "next" });
    const pressed = $("button[name=next]").map((_, button) => `${$(button).text()} ${$(button).val()}`);
    expect(pressed.get()).toEqual([
      "Search chosen",
      "Full Name ?sort=-fullName&size=5",
      "Previous ?size=5",
      "1 ?size=5",
      "2 ?size=5&page=2",
      "3 ?size=5&page=3",
      "9 ?size=5&page=9",
      "Next ?size=5&page=3",
      "Sort chosen",
      "Show chosen",
    ]);
    expect($("thead a, nav a, form select")).toHaveLength(0);
    expect([$("[name=sort]").val(), $("[name=size]").val()]).toEqual(["fullName", "5"]);
  });
});

describe("parts of a grid", () => {
  it.each([
    ["", "a", false],
    ["", "an", false],
    ["", "ann", true],
    ["anna arch", "an", true],
    ["anna arch", "anna arch", false],
    ["an", "a", false],
    ["an", "ann", true],
    ["anna arch", "", true],
  ])("a list searched for '%s' searches again if '%s' is typed: %s", (shown, typed, expected) => {
    expect(isWorthSearching(list, shown, typed)).toBe(expected);
  });

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
    [9, 9, [1, undefined, 8, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])("pagesAround(%d, %d): %j", (current, last, pages) => expect(pagesAround(current, last)).toEqual(pages));

  it.each([
    [360, 40],
    [576, 80],
    [1199, 80],
    [1200, 120],
  ])("a window of %d px has columns of at least %d px", (px, least) => expect(minimumWidth(px)).toBe(least));
});
