import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { textOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

const FORM = "main form:has(input[name=intent])";
const list = "/account/locations";

startWithAnna();

/** The stored location whose first line begins with this text. */
function stored(line1: string): { readonly address_id: number; readonly notes: string } {
  const row = sql`SELECT * FROM addresses WHERE client_id = '1001' AND line1 LIKE ${`${line1}%`}`[0];
  return row as unknown as { address_id: number; notes: string };
}

const pageOf = (line1: string) => anna.get(`${list}/${stored(line1).address_id}`);

/** Presses the form's look-up button that has this value. */
function press(page: Page, lookup: string, typed: Readonly<Record<string, string>>) {
  return anna.submit(page, FORM, { ...typed, lookup });
}

describe("the address search without scripts", () => {
  it("offers choices and fills the form, keeping the rest as typed; nothing is saved", async () => {
    const page = await anna.get(`${list}/new`);
    const [filled, calls] = await world.api.record(async () => {
      const typed = { addressSearch: "Skinner Street", notes: "Ring first" };
      const offered = await press(page, "search", typed);
      expect(offered.status).toBe(200);
      expect(offered.$("input[name=addressChoice]").length).toBe(10);
      expect(offered.$("textarea[name=notes]").text().trim()).toBe("Ring first");
      expect(await invalidMarkup(offered.text)).toEqual([]);
      const value = offered.$("input[name=addressChoice]").first().attr("value") ?? "";
      return press(offered, "pick", { addressChoice: value });
    });
    const values = ["line1", "town", "county", "postCode"].map((name) =>
      filled.$(`input[name=${name}]`).attr("value"),
    );
    expect(values).toEqual(["1 Skinner Street", "Whitby", "North Yorkshire", "YO21 3AJ"]);
    expect(filled.$("textarea[name=notes]").text().trim()).toBe("Ring first");
    expect(calls.filter(({ path }) => path.startsWith("/Address/Create/"))).toEqual([]);
    expect((await anna.submit(filled, FORM)).location).toBe(list);
    expect(stored("1 Skinner Street").notes).toBe("Ring first");
  });

  it("takes the Enter key for a search when a new search text was typed, else for a save", async () => {
    const page = await pageOf("The Old Sawmill");
    const offered = await press(page, "enter", { addressSearch: "Grey Street" });
    expect(offered.$("input[name=addressChoice]").length).toBeGreaterThan(1);
    expect((await press(offered, "enter", { notes: "By Enter" })).status).toBe(303);
    expect(stored("The Old Sawmill").notes).toBe("By Enter");
  });

  it("keeps the version that the person saw", async () => {
    const page = await pageOf("The Old Sawmill");
    sql`UPDATE addresses SET row_version = row_version + 1
      WHERE address_id = ${stored("The Old Sawmill").address_id}`;
    const offered = await press(page, "search", { addressSearch: "Grey Street" });
    expect((await anna.submit(offered, FORM, { notes: "Too late" })).status).toBe(409);
  });

  it.each([
    [
      "AMWS2056",
      "We have not been able to locate any addresses for that postcode. Please check and try again, or contact us for more information.",
    ],
    ["AMWS9999", "The matching service is being re-indexed."],
    ["a".repeat(201), "Please enter no more than 200 characters."],
    [
      "unavailable",
      "Sorry, the address search function is unavailable at the moment. Please enter address manually.",
    ],
  ])("answers a search for %s with its message, and keeps the form as typed", async (addressSearch, text) => {
    const page = await press(await anna.get(`${list}/new`), "search", {
      addressSearch,
      line1: "9 Typed Lane",
    });
    expect([page.status, textOf(page).includes(text)]).toEqual([200, true]);
    expect(page.$("input[name=addressSearch]").attr("value")).toBe(addressSearch);
    expect(page.$("input[name=line1]").attr("value")).toBe("9 Typed Lane");
  });

  it("refuses a form of another account before it searches", async () => {
    const page = await anna.get(`${list}/new`);
    expect((await press(page, "search", { addressSearch: "York", account: "1002" })).status).toBe(409);
  });
});

describe("the address search for scripts", () => {
  const ask = async (query: string) =>
    JSON.parse((await anna.get(`${list}/addresses?${query}`, { "sec-fetch-dest": "empty" })).text) as unknown;

  it("answers suggestions, one address, and what went wrong", async () => {
    expect(await ask("text=yo21%203aj")).toMatchObject({
      status: "found",
      found: expect.arrayContaining([
        { id: "GB-0001", text: "1 Skinner Street, Whitby, North Yorkshire, YO21 3AJ" },
      ]) as unknown,
    });
    expect(await ask("id=GB-0001")).toMatchObject({ status: "found", found: { town: "Whitby" } });
    expect(await ask("text=unavailable")).toMatchObject({ status: "unavailable" });
    expect(await ask("")).toMatchObject({ status: "refused", text: "The specified value is not valid." });
  });

  it("is no page: a browser that opens it is led to the form", async () => {
    const page = await anna.get(`${list}/addresses?text=york`, { "sec-fetch-dest": "document" });
    expect(page.location).toBe(`${list}/new`);
  });
});
