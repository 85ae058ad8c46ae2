import { load } from "cheerio";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { describe, expect, it } from "vitest";
import { defineList, readListState } from "./define-list.ts";
import { pagesAround } from "./grid-paging.tsx";
import { Grid } from "./grid.tsx";
import { minimumWidth } from "./resize-handle.tsx";
import { isWorthAsking } from "./use-search-later.ts";

const list = defineList({
  id: "contacts",
  columns: [
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "status", label: "Account Status" },
    { key: "edit", label: "Edit", icon: true },
  ],
  defaultSort: "fullName",
  defaultSize: 8,
  sizes: [5, 8, 20],
  search: { label: "Search contacts", delayMs: 1000 },
  filter: {
    name: "status",
    label: "Status",
    options: [
      { value: "0", label: "Unread" },
      { value: "2", label: "Archived" },
    ],
    defaults: ["0"],
  },
});

/** The page as people without scripts get it. */
async function page(search: string, total: number, submits?: string) {
  const state = readListState(search, list);
  const rows = Array.from({ length: Math.min(total, state.size) }, (_, index) => ({
    key: String(index),
    to: `/account/contacts/${index}`,
    cells: { fullName: `Person ${index}`, status: "Active", edit: "Edit" },
  }));
  const element = (
    <Grid
      list={list}
      {...{ state, total, rows }}
      noun="contacts"
      empty="There are none yet."
      csvTo="/contacts.csv"
      submits={submits}
    />
  );
  const { dataRoutes, query } = createStaticHandler([{ path: "/contacts", element }]);
  const context = await query(new Request(`http://portal.example/contacts${search}`));
  if (context instanceof Response) throw new Error("the page answered with a redirect");
  const router = createStaticRouter(dataRoutes, context);
  return load(renderToStaticMarkup(<StaticRouterProvider {...{ router, context }} hydrate={false} />));
}

type Shown = Awaited<ReturnType<typeof page>>;
const sentBy = ($: Shown, form: string) =>
  $(form)
    .serializeArray()
    .map(({ name, value }) => `${name}=${value}`);

describe("a grid without scripts", () => {
  it("is a table with a caption whose heads sort by links", async () => {
    const $ = await page("?page=2", 43);
    expect($("caption").text()).toBe("contacts");
    expect($("th[aria-sort]").text()).toBe("Full Name");
    expect($("th[aria-sort]").attr("aria-sort")).toBe("ascending");
    expect(
      $("thead a")
        .map((_, link) => $(link).attr("href"))
        .get(),
    ).toEqual(["?sort=-fullName"]);
    expect($("tbody th a").first().attr("href")).toBe("/account/contacts/0");
  });

  it("counts and pages", async () => {
    const $ = await page("?page=2", 43);
    expect($("[role=status]").text()).toBe("Showing 9–16 of 43");
    const links = $("nav a")
      .map((_, link) => `${$(link).text()} ${$(link).attr("href")}`)
      .get();
    expect(links).toEqual(["Previous ?", "1 ?", "2 ?page=2", "3 ?page=3", "6 ?page=6", "Next ?page=3"]);
    expect($("nav [aria-current=page]").text()).toBe("2");
  });

  it("keeps the rest of its state through each of its forms, and begins anew", async () => {
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
    const csv = $('a[href^="/contacts.csv"]');
    expect(csv.attr("href")).toBe("/contacts.csv?search=anna&sort=-fullName&size=5&status=2");
    expect(csv.attr("download")).toBeDefined();
  });

  it("tells 'none at all' from 'none match'", async () => {
    const none = await page("", 0);
    expect(none.text()).toContain("There are none yet.");
    expect(none.text()).not.toContain("Clear search");
    const unmatched = await page("?search=zzz&size=5", 0);
    expect(unmatched.text()).toContain("No contacts match ‘zzz’.");
    const clear = unmatched("a:contains('Clear search')").last();
    expect(clear.attr("href")).toBe("?size=5");
  });

  it("asks for more when a keyword is too short", async () => {
    const $ = await page("?search=an", 9);
    expect($("#contacts-search-error").text()).toContain("Type at least 3 characters to search");
  });
});

describe("a grid within a form, without scripts", () => {
  it("sorts, pages and chooses by buttons of that form", async () => {
    const $ = await page("?page=2&size=5", 43, "next");
    const pressed = $("button[name=next]").map((_, one) => `${$(one).text()} ${$(one).val()}`);
    expect(pressed.get()).toEqual([
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
  ])("a list of '%s' asks again when '%s' is typed: %s", (shown, typed, expected) => {
    expect(isWorthAsking(list, shown, typed)).toBe(expected);
  });

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
    [9, 9, [1, undefined, 8, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])("page %d of %d", (current, last, expected) => expect(pagesAround(current, last)).toEqual(expected));

  it.each([
    [360, 40],
    [576, 80],
    [1199, 80],
    [1200, 120],
  ])("a window of %d px keeps columns at %d px", (width, least) => expect(minimumWidth(width)).toBe(least));
});
