import { describe, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { emails } from "../support/signed-in.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const ben = "ben.osei@harbourpine.example";
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

describe("the address that was asked for before the sign-in", () => {
  it.each(["/tickets?page=2&sort=time+DESC", "/notifications/7", "/services/line-faults"])(
    "is opened at the end of the sign-in: %s",
    async (path) => {
      const visitor = world.visitor();
      expect((await visitor.get(path)).location).toBe("/login");
      expect(pathOf((await visitor.signIn(ben)).url)).toBe(path);
    },
  );

  it("is used once", async () => {
    const visitor = world.visitor();
    await visitor.get("/tickets");
    await visitor.signIn(ben);
    await visitor.follow(await visitor.post("/logout"));
    expect(pathOf((await visitor.signIn(ben)).url)).toBe("/dashboard");
  });

  it("waits while an account is chosen", async () => {
    const visitor = world.visitor();
    await visitor.get("/invoices?page=3");
    const choice = await visitor.signIn("anna.archer@harbourpine.example");
    expect(pathOf(choice.url)).toBe("/switch-account");
    const next = await visitor.submit(choice, "form:has(input[name=account])", { account: "1002" });
    expect(next.location).toBe("/invoices?page=3");
  });

  it("of a data request is kept as the address of its page", async () => {
    const visitor = world.visitor();
    await visitor.get("/tickets.data?page=2");
    expect(pathOf((await visitor.signIn(ben)).url)).toBe("/tickets?page=2");
  });

  it("may come by the parameter returnTo", async () => {
    const visitor = world.visitor();
    const login = await visitor.get("/login?returnTo=%2Ftickets%3Fpage%3D4");
    const form = await visitor.follow(await visitor.submit(login, "form[action='/login']"));
    const typed = { email: ben, password: demoPassword };
    const page = await visitor.follow(await visitor.submit(form, "form:has(input[type=password])", typed));
    expect(pathOf(page.url)).toBe("/tickets?page=4");
  });

  it("may come by returnTo where the employees' sign-in starts at once too", async () => {
    const visitor = world.visitor();
    const form = await visitor.open("/login?employee&returnTo=/tickets");
    const typed = { email: emails.ella, password: demoPassword };
    await visitor.follow(await visitor.submit(form, "form:has(input[type=password])", typed));
    expect((await visitor.post("/switch-account", { account: "1002" })).location).toBe("/tickets");
  });
});

/** Addresses that an attacker would lead a person to; app/request/saved-url.test.ts has two hundred more. */
const hostile = [
  "//evil.example",
  "/dashboard%0d%0aSet-Cookie:%20a=b",
  "/dashboard\r\nSet-Cookie: a=b",
  "/%E0%A4%A",
];

describe("a hostile returnTo", () => {
  it.each(hostile)("%j isn't kept by the sign-in page, nor followed by a form", async (returnTo) => {
    const visitor = world.visitor();
    const login = await visitor.get(`/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect(login.status).toBe(200);
    // This field of the cookie dialog has the address of the page that the person is on.
    expect(login.$("input[name=returnTo]").val()).toBe("/login");
    expect(login.text).not.toContain("evil.example");
    const cookies = await visitor.post("/cookies", { choice: "accept", returnTo });
    expect([cookies.status, cookies.location]).toEqual([303, "/cookies"]);
    const theme = await visitor.post("/appearance", { theme: "dark", returnTo });
    expect([theme.status, theme.location]).toEqual([303, "/dashboard"]);
    expect(theme.headers.getSetCookie().join()).not.toContain("a=b");
  });

  it("isn't followed after a sign-in", async () => {
    const visitor = world.visitor();
    await visitor.post("/login", { returnTo: "//evil.example" });
    await visitor.get("/login?employee&returnTo=//evil.example");
    expect(pathOf((await visitor.signIn(ben)).url)).toBe("/dashboard");
  });

  it("isn't followed as `continue` after the choice of an account", async () => {
    const visitor = world.visitor();
    await visitor.signIn("anna.archer@harbourpine.example");
    for (const onward of [
      "//evil.example",
      "https://evil.example",
      "/switch-account",
      "/switch-account?continue=/x",
      "/\\evil.example",
    ]) {
      const path = `/switch-account?continue=${encodeURIComponent(onward)}`;
      const page = await visitor.post(path, { account: "1001" });
      expect([page.status, page.location]).toEqual([303, "/dashboard"]);
    }
  });
});
