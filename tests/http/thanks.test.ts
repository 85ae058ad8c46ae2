import { expect, it } from "vitest";
import { startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startWithAnna();

/** Each page that thanks someone, and the page where people do what the thanks are for. */
it.each([
  ["/account/confirmation", "/account"],
  ["/tickets/confirmation", "/tickets/new"],
  ["/tickets/confirmation?ticket=1", "/tickets/new"],
  ["/products/quotes/9001/accept?sent", "/products/quotes/9001/accept"],
  ["/products/quotes/9001/question?sent", "/products/quotes/9001/question"],
])("%s leads to %s when this session has done nothing to be thanked for", async (address, place) => {
  const page = await (await signedIn(world, "anna", "1001")).get(address);
  expect([page.status >= 300 && page.status < 400, page.location]).toEqual([true, place]);
});
