import { beforeEach, expect, it } from "vitest";
import { FakePortal, post } from "#app/request/testing/route-args.ts";
import { action as logIn, loader as login } from "./login.route.tsx";
import { loader as renew } from "./renew.route.tsx";

let portal: FakePortal;
beforeEach(() => {
  portal = new FakePortal({ apiUrl: "http://127.0.0.1:1" });
});

const placeOf = (answer: unknown) => answer instanceof Response && answer.headers.get("location");

it("an identity provider that can't be reached is told of on the page that leads to it", async () => {
  portal.isReachable = false;
  expect(placeOf(await logIn(portal.args(post("/login", {}))))).toBe("/login?error=unreachable");
  expect(placeOf(await login(portal.args("/login?employee")))).toBe("/login?error=unreachable");
  portal.signedIn();
  expect(placeOf(await renew(portal.args("/renew?step=start")))).toBe("/renew?step=failed");
});

it("a token is not called renewed that was not", async () => {
  portal.signedIn().tokenIsFresh = false;
  const page = await renew(portal.args("/renew?step=done"));
  expect(page).toMatchObject({ data: { state: "failed" }, init: { headers: {} } });
});
