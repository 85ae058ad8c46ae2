import { afterEach, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { checkerPath, clearChecks, rowsOf } from "../support/availability-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();
afterEach(clearChecks);

const postCodesOn = (page: Page) => attributesOf(page, "#places button", "value");
const withLocations = <T>(answer: { status?: number; body: string }, during: () => Promise<T>) =>
  world.api.answering("/Address/Index", answer, during);

it("an administrator searches at one of the account's locations with one press", async () => {
  const page = await anna.get(checkerPath);
  expect(postCodesOn(page).length).toBeGreaterThan(3);
  expect(textOf(page)).toContain("Your locations");
  const [postCode = ""] = postCodesOn(page);
  const answer = await anna.submit(page, "#places form", { postCode });
  expect(answer.status).toBe(303);
  expect(rowsOf("availability_events")[0]).toMatchObject({
    message: expect.stringContaining(postCode) as string,
  });
});

it("the location that was pressed is chosen already, if exactly one address has its first line", async () => {
  const page = await anna.get(checkerPath);
  const form = page.$("#places form:contains('12 Silver Street')");
  const pressed = { postCode: form.find("button").attr("value")!, account: "1001" };
  const line1 = String(form.find("input[name=line1]").val());
  const chosen = async (line: string) => {
    const addresses = await anna.follow(await anna.post(checkerPath, { ...pressed, line1: line }));
    return addresses.$("select option[selected]").text();
  };
  expect(await chosen(line1)).toMatch(/^12 Silver Street, WHITBY/);
  expect(await chosen("12 SILVER STREET")).toMatch(/^12 Silver Street, WHITBY/);
  for (const line of ["", "12 Silver", "Silver Street", "99 Silver Street"])
    expect(await chosen(line)).toBe("Please choose...");
});

it("other users are offered the account's address alone, without a call for the locations", async () => {
  const [page, calls] = await world.api.record(async () => (await signedIn(world, "ben")).get(checkerPath));
  expect(postCodesOn(page)).toEqual(["YO21 3PU"]);
  expect(calls.filter(({ path }) => path === "/Address/Index")).toEqual([]);
});

it("of many locations, the first twelve that have a postcode are shown", async () => {
  const locations = Array.from({ length: 40 }, (_, id) => ({
    addressId: id + 1,
    line1: `${100 + id} Quay`,
    postCode: id % 2 ? "" : "YO21 3AJ",
  }));
  const page = await withLocations({ body: JSON.stringify(locations) }, () => anna.get(checkerPath));
  expect(postCodesOn(page)).toHaveLength(12);
  expect(page.$("#places a[href='/account/locations']").text()).toBe("All 40 locations");
});

it("an error replaces locations that can't be loaded, and the search stays", async () => {
  const page = await withLocations({ status: 500, body: "" }, () => anna.get(checkerPath));
  expect(page.status).toBe(200);
  expect(page.$("#places").text()).toContain("There was an error loading locations.");
  expect(page.$("#search input[name=postCode]").length).toBe(1);
});
