import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { send } from "../support/raw.ts";
import { world } from "../support/world.ts";

startWithAnna();

const asAnna = () => ({ cookie: `session=${anna.cookie("session")}` });

describe("an address", () => {
  it.each(["/%E0%A4%A", "/%00"])("that can't be decoded (%s) gets a 400 page", async (path) => {
    const reply = await send(world.portal.url, { path });
    expect([reply.status, reply.text.includes("<h1>")]).toEqual([400, true]);
  });

  // Remix would normalise these, but only after the rate limits and the page's facts had seen something different.
  it.each([
    "/%2e/login",
    "/tickets/./60",
    "/tickets/x/%2E%2e/export.csv",
    "/tickets/.%2E/login",
    "/login/.",
    "/login/..",
    "/login/..data",
    "/login/%2e.data",
    "/login/...data",
    "/\\login",
    "/x\\..\\login",
    "/login#x",
  ])("that would be read as another one (%s) is refused", async (path) => {
    const reply = await send(world.portal.url, { path, headers: asAnna() });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Please check it, or go to the home page.");
  });

  it("of 12,000 characters is refused", async () => {
    const reply = await send(world.portal.url, { path: `/${"x".repeat(12_000)}` });
    expect([414, 431]).toContain(reply.status);
  });

  it.each([
    "/../../etc/passwd",
    "/assets/../../server.ts",
    "/..%2f..%2fserver.ts",
    "/.git/config",
    "/.env",
    "//etc/passwd",
    "/server.ts",
    "/assets/%2e%2e/%2e%2e/package.json",
  ])("that points to a file of the server (%s) does not return it", async (path) => {
    const reply = await send(world.portal.url, { path });
    expect(reply.status).toBeGreaterThanOrEqual(300);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text).not.toMatch(/root:x|createApp|"dependencies"|repositoryformatversion/);
  });
});

describe("a request's target", () => {
  it("that names the portal's own origin is answered and logged by its path", async () => {
    const { origin, host } = new URL(world.portal.url);
    const answers = { "/dashboard?x=1": 200, "": 302, "?x=1": 302, "/./login": 400, "//evil.example": 400 };
    for (const own of [origin, `HTTP://${host.toUpperCase()}`])
      for (const [path, status] of Object.entries(answers)) {
        const reply = await send(world.portal.url, { path: own + path, headers: asAnna() });
        expect([own + path, reply.status]).toEqual([own + path, status]);
        const line = () => world.portal.log.find((one) => one["requestId"] === reply.headers["x-request-id"]);
        await expect.poll(line).toMatchObject({ req: { path: path.split("?")[0] || "/" } });
      }
  });

  it.each([
    "http://evil.example/login",
    "http://own@evil.example/login",
    "https://own/login",
    "http://own\\@evil.example/",
  ])("that names another origin (%s) is refused", async (target) => {
    const path = target.replace("own", new URL(world.portal.url).host);
    const reply = await send(world.portal.url, { path });
    expect([reply.status, reply.text.includes("evil.example")]).toEqual([400, false]);
  });
});
