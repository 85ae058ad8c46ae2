import { afterEach, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { checkerPath, clearChecks, rowsOf } from "../support/availability-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();
afterEach(clearChecks);

const placesOn = ({ $ }: Page) =>
  $("#places button")
    .map((_, button) => $(button).attr("value"))
    .get();
const withLocations = <T>(answer: { status?: number; body: string }, during: () => Promise<T>) =>
  world.api.scripted(({ path }) => (path === "/Address/Index" ? answer : undefined), during);

it("an administrator's locations are searched by one press", async () => {
  const page = await anna.get(checkerPath);
  expect(placesOn(page).length).toBeGreaterThan(3);
  expect(textOf(page)).toContain("Your locations");
  const [postCode = ""] = placesOn(page);
  const answer = await anna.submit(page, "#places form", { postCode });
  expect(answer.status).toBe(303);
  expect(rowsOf("availability_events")[0]).toMatchObject({
    message: expect.stringContaining(postCode) as string,
  });
});

it("others are offered the account's address", async () => {
  const [page, calls] = await world.api.record(async () => (await signedIn(world, "ben")).get(checkerPath));
  expect(placesOn(page)).toEqual(["YO21 3PU"]);
  expect(calls.filter(({ path }) => path === "/Address/Index")).toEqual([]);
});

it("of many the first twelve are shown, without those that have no postcode", async () => {
  const locations = Array.from({ length: 40 }, (_, id) => ({
    addressId: id + 1,
    line1: `${100 + id} Quay`,
    postCode: id % 2 ? "" : "YO21 3AJ",
  }));
  const page = await withLocations({ body: JSON.stringify(locations) }, () => anna.get(checkerPath));
  expect(placesOn(page)).toHaveLength(12);
  expect(page.$("#places a[href='/account/locations']").text()).toBe("All 40 locations");
});

it("that can't be loaded say so, and the search stays", async () => {
  const page = await withLocations({ status: 500, body: "" }, () => anna.get(checkerPath));
  expect([page.status, page.$("#places").text()]).toEqual([
    200,
    expect.stringContaining("There was an error loading locations."),
  ]);
  expect(page.$("#search input[name=postCode]").length).toBe(1);
});
