import { expect, it } from "vitest";
import { openPortal, post, tokens } from "#server/testing/route-args.ts";
import { action as sendLogin, loader as loadLogin } from "./login.route.tsx";
import { loader as loadRenew } from "./renew.route.tsx";

const locationOf = (answer: unknown) => answer instanceof Response && answer.headers.get("location");

it("redirects to an error if the identity provider can't be reached", async () => {
  const portal = await openPortal({});
  expect(locationOf(await sendLogin(await portal.args(post("/login", {}))))).toBe("/login?error=unreachable");
  expect(locationOf(await loadLogin(await portal.args("/login?employee")))).toBe("/login?error=unreachable");
  await portal.signIn();
  expect(locationOf(await loadRenew(await portal.args("/renew?step=start")))).toBe("/renew?step=failed");
});

it("/renew shows an error if the token wasn't renewed", async () => {
  const portal = await openPortal({});
  await portal.signIn({ tokens: { ...tokens, expiresAt: 0 } });
  const page = await loadRenew(await portal.args("/renew?step=done"));
  expect(page).toMatchObject({ data: { state: "failed" }, init: { headers: {} } });
});
