import { expect, it } from "vitest";
import { openPortal, post, tokens } from "#server/testing/route-args.ts";
import { action as logIn, loader as login } from "./login.route.tsx";
import { loader as renew } from "./renew.route.tsx";

const placeOf = (answer: unknown) => answer instanceof Response && answer.headers.get("location");

it("an identity provider that can't be reached is told of on the page that leads to it", async () => {
  const portal = await openPortal({});
  expect(placeOf(await logIn(await portal.args(post("/login", {}))))).toBe("/login?error=unreachable");
  expect(placeOf(await login(await portal.args("/login?employee")))).toBe("/login?error=unreachable");
  await portal.signIn();
  expect(placeOf(await renew(await portal.args("/renew?step=start")))).toBe("/renew?step=failed");
});

it("a token is not called renewed that was not", async () => {
  const portal = await openPortal({});
  await portal.signIn({ tokens: { ...tokens, expiresAt: 0 } });
  const page = await renew(await portal.args("/renew?step=done"));
  expect(page).toMatchObject({ data: { state: "failed" }, init: { headers: {} } });
});
