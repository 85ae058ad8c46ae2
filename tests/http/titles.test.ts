import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pagesAndFiles, stepPages } from "../support/every-page.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { titleOf } from "../support/visitor.ts";

startWithAnna();

/** Thanks for a new direct debit, which nobody has named, and a licence, whose seller and h1 name it. */
const unnamed = /manage-direct-debit\/\d+\/success$|^\/products\/subscriptions\//;

it.each([
  ["page of one object", () => pagesAndFiles(anna)],
  [
    "page of a quote",
    () => ["", "/compare", "/accept", "/decline"].map((step) => `/products/quotes/29001${step}`),
  ],
  ["page that only steps open", () => stepPages(anna)],
])("every %s names it in its title, and its markup is valid", { timeout: 300_000 }, async (_name, paths) => {
  const wrong: string[] = [];
  for await (const path of await paths()) {
    const page = await anna.get(path);
    if (page.status !== 200 || !/html/.test(page.headers.get("content-type") ?? "")) continue;
    const isNamed = / - .+ - |\d/.test(titleOf(page)) || !/\/\d+/.test(path) || unnamed.test(path);
    if (!isNamed) wrong.push(`${path}: ${titleOf(page)}`);
    for (const fault of await invalidMarkup(page.text)) wrong.push(`${path}: ${fault}`);
  }
  expect(wrong).toEqual([]);
});
