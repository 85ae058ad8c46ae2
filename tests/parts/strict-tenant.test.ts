import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callbackOf, signedInAtTenant, worldWithTenant, type StrictTenant } from "./strict-tenant.ts";
import { providerForm } from "../support/identity-pages.ts";
import type { Visitor } from "../support/visitor.ts";
import type { World } from "../support/world.ts";

let tenant: StrictTenant;
let world: World;
beforeAll(async () => {
  ({ tenant, world } = await worldWithTenant("openid offline_access"));
});
afterAll(async () => {
  await world.close();
  await tenant.close();
});

it("a strict tenant signs a person in, renews the token once for ten pages at the same time, and signs the person out", async () => {
  tenant.tokenSeconds = 20;
  const visitor = await signedInAtTenant(world);
  const { renewed } = tenant.grants;
  tenant.grants.refused.length = 0;
  tenant.tokenSeconds = 3_600;
  const pages = await Promise.all(Array.from({ length: 10 }, () => visitor.get("/dashboard")));
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(pages[0]?.text).toContain("Anna");
  // The tenant hasn't granted `offline_access`, so it refuses that scope once before it renews without scopes.
  expect(tenant.grants).toEqual({ renewed: renewed + 1, refused: ["invalid_scope"], revoked: 0 });

  const asked = await visitor.follow(await visitor.post("/logout"));
  expect(new URL(asked.url).origin).toBe(tenant.issuer);
  const out = await visitor.follow(await visitor.submit(asked, "form", { logout: "yes" }));
  expect([out.url, out.$("h1").text()]).toEqual([`${world.portal.url}/logout`, "You've signed out"]);
  expect((await providerForm(visitor)).$("input[name=password]").length).toBe(1);
});

describe("an answer of the strict tenant", () => {
  async function expectNobodySignedIn(visitor: Visitor, callback: string): Promise<void> {
    expect((await visitor.get(callback)).location).toBe("/login?error=invalid");
    expect((await visitor.get("/dashboard")).location).toBe("/login");
  }

  it("to another browser's question signs nobody in", async () => {
    const [one, other] = [world.visitor(), world.visitor()];
    const callback = await callbackOf(one, await providerForm(one));
    await providerForm(other);
    await expectNobodySignedIn(other, callback);
  });

  it("with a token for another question, as its nonce tells, signs nobody in", async () => {
    const visitor = world.visitor();
    const begun = await visitor.submit(await visitor.get("/login"), 'form[action="/login"]');
    const question = new URL(begun.location ?? "");
    question.searchParams.set("nonce", "of-another-question");
    await expectNobodySignedIn(visitor, await callbackOf(visitor, await visitor.open(question.href)));
  });

  it.each([
    ["of another issuer", (answer: URLSearchParams) => answer.set("iss", "https://other.example")],
    ["without the issuer that it promises", (answer: URLSearchParams) => answer.delete("iss")],
  ])("%s signs nobody in", async (_what, change) => {
    const visitor = world.visitor();
    const callback = new URL(await callbackOf(visitor, await providerForm(visitor)), world.portal.url);
    change(callback.searchParams);
    await expectNobodySignedIn(visitor, callback.pathname + callback.search);
  });
});
