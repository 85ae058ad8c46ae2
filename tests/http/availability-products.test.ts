import { createServer } from "node:http";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { callbackFor, choose, clearChecks, numberOf, rowsOf, search } from "../support/availability-pages.ts";
import { messageOf, textOf, type Page } from "../support/visitor.ts";

/** Both have the same download speed, so the gateway decides their order. */
const HOME = { chessProductName: "Fibre 900 Home (£40)", downstreamSpeed: 900, upstreamSpeed: 115 };
const LEASED = { chessProductName: "Fibre 900 Leased (£400)", downstreamSpeed: 900, upstreamSpeed: 900 };
const HOUSE = "Gigabit House";

let products: unknown[] = [];
const gateway = createServer((_request, response) =>
  response.setHeader("content-type", "application/json").end(JSON.stringify({ availableProduct: products })),
);
startWithAnna({ environment: { FIBRE_PRODUCTS_URL: await listen(gateway) } });

beforeEach(() => {
  products = [HOME, LEASED];
});
afterEach(clearChecks);
afterAll(() => new Promise((resolve) => gateway.close(resolve)));

/** Anna's callback page for the first product, whose address she then asks about once more in another tab. */
async function askedAgain(productsNow: unknown[]): Promise<Page> {
  const found = await anna.follow(await search("YO99 9AA"));
  const choice = { address: numberOf(found, HOUSE) };
  const list = await anna.follow(await anna.submit(found, "main form", choice));
  const callback = await anna.get(list.$("main table a").first().attr("href") ?? "");
  expect(textOf(callback)).toContain("Fibre 900 Home (£40)");
  products = productsNow;
  await anna.follow(await anna.submit(found, "main form", choice));
  return callback;
}

const send = (page: Page) => anna.submit(page, "main form", { phoneNumber: "01632 960123" });
const sold = () => rowsOf("availability_leads").map((lead) => lead["product_selected"]);

it("asks for a callback about the product that the page shows, wherever a second search lists it", async () => {
  expect((await send(await askedAgain([LEASED, HOME]))).location).toContain("/confirm");
  expect(sold()).toEqual(["Fibre 900 Home (£40)"]);
});

it.each([
  ["another price", [{ ...HOME, chessProductName: "Fibre 900 Home (£45)" }, LEASED], "product-availability"],
  ["another speed", [{ ...HOME, upstreamSpeed: 75 }, LEASED], "product-availability"],
  ["no product at all", [], "request-callback"],
])("asks for none where a second search brings %s, and says so", async (_, productsNow, page) => {
  const sent = await send(await askedAgain(productsNow));
  expect([sent.status, sold()]).toEqual([303, []]);
  const next = await anna.follow(sent);
  expect(new URL(next.url).pathname).toContain(page);
  expect(messageOf(next)).toContain("The available products have changed since you opened this page.");
});

it("lists two products that look the same, and asks for them once", async () => {
  products = [HOME, HOME];
  const list = await anna.follow(await choose("YO99 9AA", HOUSE));
  expect(list.$("main tbody tr").length).toBe(2);
  await send(await callbackFor("YO99 9AA", HOUSE));
  expect(sold()).toEqual(["Fibre 900 Home (£40)"]);
});
