import { expect, it } from "vitest";
import type { LogLine } from "../support/portal-process.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

/** Answers 401 to each call below these paths. */
const refusing =
  (...prefixes: string[]) =>
  ({ path }: { path: string }) =>
    prefixes.some((prefix) => path.startsWith(prefix)) ? { status: 401, body: "{}" } : undefined;

it.each([
  [
    "/Notification",
    "There was an error loading notifications.",
    ["/tickets", "/invoices", "/switch-account"],
  ],
  ["/SupportTicket", "There was an error loading latest tickets.", ["/invoices", "/account/contacts"]],
])("a 401 at %s alone is the failure of its panel: nobody is signed out", async (prefix, text, others) => {
  const visitor = await signedIn(world, "anna", "1001");
  const [, calls] = await world.api.record(() =>
    world.api.scripted(refusing(prefix), async () => {
      const dashboard = await visitor.get("/dashboard");
      expect([dashboard.status, textOf(dashboard)]).toEqual([200, expect.stringContaining(text)]);
      for (const path of others) expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }),
  );
  expect((await visitor.get("/dashboard")).status).toBe(200);
  // A token that was renewed a moment ago isn't renewed for each page.
  expect(new Set(calls.map(({ headers }) => headers["authorization"])).size).toBe(2);
  const isNamed = ({ level, msg = "", call }: LogLine) =>
    level === "warn" && /refused the token/.test(msg) && String(call).startsWith(`GET ${prefix.slice(1)}`);
  expect(world.portal.log.filter(isNamed)).not.toEqual([]);
});

it("a 401 at two resources of the API ends the session even if the page can do without both", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const page = await world.api.scripted(refusing("/Notification", "/SupportTicket"), () =>
    visitor.get("/dashboard"),
  );
  expect(page.location).toBe("/login?error=unauthorised&returnTo=%2Fdashboard");
  expect((await visitor.get("/dashboard")).location).toBe("/login");
});

it("a 401 to a call that the page can't do without ends the session", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const page = await world.api.scripted(refusing("/SupportTicket"), () => visitor.get("/tickets"));
  expect(page.location).toBe("/login?error=unauthorised&returnTo=%2Ftickets");
});
