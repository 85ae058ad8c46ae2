import { describe, expect, it } from "vitest";
import { providerForm, submitProviderForm } from "../support/identity-pages.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

describe("a callback that answers no pending sign-in", () => {
  it.each([
    "/login/callback",
    "/login/callback?code=x",
    "/login/callback?state=x",
    "/login/callback?error=access_denied",
    "/login/employee/callback?code=x&state=y",
    "/login/callback?error=%3Cscript%3E&error_description=%3Cscript%3Ealert(1)%3C/script%3E",
  ])("%s out of the blue leads back to the sign-in page", async (path) => {
    const visitor = world.visitor();
    const page = await visitor.open(path);
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/login"]);
    expect(page.text).not.toContain("<script");
  });

  it("because it comes a second time changes nothing: the person is signed in already", async () => {
    const visitor = world.visitor();
    const form = await providerForm(visitor);
    const callback = await submitProviderForm(visitor, form, { email: "ben.osei@harbourpine.example" });
    const [first, calls] = await world.api.record(() => visitor.get(callback.location ?? ""));
    expect(first.location).toBe("/dashboard");
    expect(calls.filter(({ path }) => path === "/Client/MyAccounts")).toHaveLength(1);
    expect(visitor.cookies().filter(({ name }) => name.startsWith("sign-in"))).toEqual([]);
    const cookie = visitor.cookie("session");
    const second = await visitor.get(callback.location ?? "");
    expect(second.location).toBe("/dashboard");
    expect(visitor.cookie("session")).toBe(cookie);
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });

  it("because it is replayed after a sign-out signs nobody in", async () => {
    const visitor = world.visitor();
    const form = await providerForm(visitor);
    const callback = await submitProviderForm(visitor, form, { email: "ben.osei@harbourpine.example" });
    await visitor.get(callback.location ?? "");
    await visitor.post("/logout");
    await visitor.get(callback.location ?? "");
    expect((await visitor.get("/dashboard")).location).toBe("/login");
  });
});

describe("the session id", () => {
  it("is new after each sign-in, and the one before is dead", async () => {
    const visitor = world.visitor();
    await visitor.signIn("ben.osei@harbourpine.example");
    const before = visitor.cookie("session") ?? "";
    await visitor.post("/logout");
    // A browser that still has the old cookie.
    visitor.setCookie("session", before);
    // The identity provider remembers him, and sends him back at once.
    await visitor.follow(await visitor.post("/login"));
    expect((await visitor.get("/dashboard")).status).toBe(200);
    expect(visitor.cookie("session")).not.toBe(before);
    const attacker = world.visitor();
    attacker.setCookie("session", before);
    expect((await attacker.get("/dashboard")).location).toBe("/login");
  });

  it("that a stranger chose is never taken over", async () => {
    const visitor = world.visitor();
    visitor.setCookie("session", "s%3Achosen-by-a-stranger.forged");
    await visitor.signIn("ben.osei@harbourpine.example");
    expect(visitor.cookie("session")).not.toContain("chosen-by-a-stranger");
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
});
