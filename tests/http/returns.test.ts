import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { cardText } from "../support/signed-in.ts";
import { headingOf, textsOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const idsOn = (page: Page) => textsOf(page, "#returns tbody tr > th");
const statusesOn = ({ $ }: Page) =>
  new Set(
    $("#returns td[data-label=Status]")
      .get()
      .map((cell) => $(cell).text()),
  );
/** The address of the demo's return with this product description. */
function pathOf(description: string): string {
  const find = world.provider.db.prepare("SELECT rma FROM returns WHERE product_description = ?");
  return `/products/returns/${find.get(description)?.["rma"]}`;
}

it("the list shows open and pending returns, or what the address asks for; the shell's search finds them too", async () => {
  expect(statusesOn(await anna.get("/products/returns?size=100"))).toEqual(new Set(["Open", "Pending"]));
  const closed = await anna.get("/products/returns?status=closed&sort=rma");
  expect([idsOn(closed)[0], statusesOn(closed)]).toEqual(["51001", new Set(["Closed"])]);
  const found = await anna.get("/products/returns?search=nothing+else");
  expect(idsOn(found).map((id) => `/products/returns/${id}`)).toEqual([pathOf("Nothing else")]);
  const shell = await anna.get("/search?q=nothing+else");
  expect(shell.$("#returns li a").attr("href")).toBe(pathOf("Nothing else"));
});

describe("one return", () => {
  it("shows its row and its cards, and leads back to the list as it was left", async () => {
    const list = await anna.get("/products/returns?search=hostile+notes&sort=type");
    const page = await anna.get(list.$("#returns tbody th a").attr("href") ?? "");
    expect(page.$("main tbody th").text()).toBe(headingOf(page).replace("Return ", ""));
    const back = page.$("main a:contains('Back to Returns')").attr("href");
    expect(back).toBe("/products/returns?search=hostile+notes&sort=type");
    expect(cardText(page, "Product Details")).toMatch(
      /Product Code.+Description.+Quantity.+Invoice No.+Date Received\d\d\/\d\d\/\d{4}$/,
    );
    const invoice = page.$("#product-details a");
    expect(invoice.attr("href")).toBe(`/invoices/${invoice.text()}`);
    expect(cardText(page, "Return Reasons")).toMatch(/Reason Code.+Other<script>document/);
    expect(cardText(page, "Contact Details")).toMatch(/Contact.+Email.+@.+Contact Number.+Address.+, /);
  });

  it.each([
    ["Nothing else", /^Contact DetailsNot given$/],
    ["A contact who has left", /^Contact DetailsContactWe couldn't find the associated contact\.Address.+, /],
    ["A location that is gone", /Email.+@.+AddressWe couldn't find the associated location\.$/],
  ])("says what is not given, or can't be found: %s", async (one, text) => {
    expect(cardText(await anna.get(pathOf(one)), "Contact Details")).toMatch(text);
  });

  it("is shown while contacts and locations fail to load; another account's return isn't found", async () => {
    const page = await world.api.failing(
      ({ path }) => /ddress|ontact/.test(path),
      () => anna.get(pathOf("Hostile notes")),
    );
    expect([page.status, cardText(page, "Contact Details")]).toEqual([
      200,
      "Contact DetailsContactWe couldn't find the associated contact.AddressThere was an error loading locations.",
    ]);
    for (const id of ["53001", "999999", "x"]) {
      const unknown = await anna.get(`/products/returns/${id}`);
      expect([unknown.status, headingOf(unknown)]).toEqual([404, "Page Not Found"]);
    }
  });
});
