import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { providerForm } from "../support/identity-pages.ts";
import { addressOf, routeTable } from "../support/route-table.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna({ environment: { STATUS_BANNER: "A sentence of the operator's." } });

/** Addresses that answer with a redirect, or with a file. Pages of one object are in titles.test.ts. */
const noScreens = [
  "/",
  "/login",
  "/login/callback",
  "/login/employee/callback",
  "/login/wait",
  "/appearance",
  "/account/locations/addresses",
  "/search/suggestions",
];
const screens = Object.keys(routeTable).filter(
  (path) => !noScreens.includes(path) && !/\.(csv|ics|zip|pdf)$|:/.test(path),
);

describe("the markup", () => {
  it.each(screens)("of %s is valid for an administrator", async (path) => {
    const page = await anna.open(addressOf(path));
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await invalidMarkup(page.text)).toEqual([]);
    expect(page.$("h1").length).toBe(1);
    expect(page.$("title").length).toBe(1);
    expect(page.$("html").attr("lang")).toBe("en-GB");
  });

  it.each([
    "/login",
    "/login?error=90054",
    "/login?returnTo=/tickets",
    "/login/wait",
    "/logout",
    "/cookies",
    "/status",
    "/no-access?mode=lockedOut",
    "/error?reason=clients",
    "/no-such-page",
    "/assets/no-such-file.js",
  ])("of %s is valid for somebody who is not signed in", async (path) => {
    const page = await world.visitor().get(path);
    expect(await invalidMarkup(page.text)).toEqual([]);
    expect(page.$("script").length).toBe(0);
  });

  it("of refusals that never reach the application is valid", async () => {
    const visitor = world.visitor();
    const pages = [
      await visitor.post("/login", {}, { origin: "https://evil.example" }),
      await visitor.send("/login", { method: "DELETE" }),
      await visitor.get("/%E0%A4%A"),
      await visitor.post("/login", { x: "y".repeat(600_000) }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([403, 405, 400, 413]);
    for (const page of pages) {
      expect(await invalidMarkup(page.text)).toEqual([]);
      expect(page.$("h1").length).toBe(1);
    }
  });

  it("of the access-denied page, of empty panels and of failed panels is valid", async () => {
    const ben = await signedIn(world, "ben");
    const dev = await signedIn(world, "dev", "1004");
    const denied = await ben.get("/invoices");
    const empty = await dev.get("/dashboard");
    const failed = await world.api.failing(
      ({ method }) => method === "GET",
      () => anna.get("/dashboard"),
    );
    for (const page of [denied, empty, failed]) expect(await invalidMarkup(page.text)).toEqual([]);
    expect(textOf(failed)).toContain("There was an error");
  });

  it("of Choose Account is valid with an error, and without accounts", async () => {
    const withError = await anna.post("/switch-account");
    const withoutAccounts = await (await signedIn(world, "otto")).get("/switch-account");
    for (const page of [withError, withoutAccounts]) expect(await invalidMarkup(page.text)).toEqual([]);
  });

  it("of the embedded identity provider's sign-in page is valid", async () => {
    const form = await providerForm(world.visitor());
    expect(await invalidMarkup(form.text)).toEqual([]);
  });
});
