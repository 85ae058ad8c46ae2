import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pagesAndFiles, stepPages } from "../support/every-page.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { titleOf } from "../support/visitor.ts";

startWithAnna();

/** Thanks for a new direct debit, whose name nobody has given, and a licence, which its seller and h1 name. */
const unnamed = /manage-direct-debit\/\d+\/success$|^\/products\/subscriptions\//;

it("every page of one object names it in its title, and its markup is valid", async () => {
  const wrong: string[] = [];
  const look = async (path: string) => {
    const page = await anna.get(path);
    if (page.status !== 200 || !/html/.test(page.headers.get("content-type") ?? "")) return;
    const isNamed = / - .+ - |\d/.test(titleOf(page)) || !/\/\d+/.test(path) || unnamed.test(path);
    if (!isNamed) wrong.push(`${path}: ${titleOf(page)}`);
    for (const fault of await invalidMarkup(page.text)) wrong.push(`${path}: ${fault}`);
  };
  for (const path of await pagesAndFiles(anna)) await look(path);
  for (const step of ["", "/compare", "/accept", "/decline"]) await look(`/products/quotes/29001${step}`);
  for await (const path of stepPages(anna)) await look(path);
  expect(wrong).toEqual([]);
});
