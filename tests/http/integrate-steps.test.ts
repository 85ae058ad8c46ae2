import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

/** The numbered steps of docs/integrate.md, each with the calls or areas that it serves. */
const page = readFileSync("docs/integrate.md", "utf8");
const list = /replace the calls in this order[^]*?\n\n([^]*?)\n\n/.exec(page)?.[1] ?? "";
const steps = list
  .split(/\n(?=\d\.)/)
  .map((step) => [...step.matchAll(/`([\w/]+)`/g)].map(([, call]) => call!));

/** Pages that a step completes, and their headings; the bell and the account menu are on all of them. */
const pages = [
  ["/dashboard", "Dashboard"],
  ["/notifications", "Notifications"],
  ["/dashboard", "Dashboard"],
  ["/account", "Account Details"],
] as const;

it("each step of the integration, with the calls of the steps before it, opens its page", async () => {
  expect(steps.map(({ length }) => length)).toEqual([2, 2, 3, 3, 0]);
  for (const [index, [path, heading]] of pages.entries()) {
    const served = steps.slice(0, index + 1).flat();
    const isServed = (call: string) =>
      served.some((one) => call.slice(1).toLowerCase().startsWith(one.toLowerCase()));
    const script = (call: { path: string }) => (isServed(call.path) ? undefined : { status: 501 });
    await world.api.scripted(script, async () => {
      const visitor = await signedIn(world, "anna", "1001");
      const reply = await visitor.get(path);
      expect([path, reply.status, headingOf(reply)]).toEqual([path, 200, heading]);
      if (path === "/account") expect((await visitor.get("/invoices")).status).toBe(502);
    });
  }
  expect(headingOf(await anna.get("/invoices"))).toBe("Invoices");
});
