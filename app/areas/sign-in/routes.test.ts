import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakePortal, identityOrigin, post } from "#app/request/testing/route-args.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import { action as logIn, loader as login } from "./login.route.tsx";
import { action as logOut, loader as logout } from "./logout.route.tsx";
import { loader as noAccess } from "./no-access.route.tsx";
import { loader as renew, meta as renewMeta } from "./renew.route.tsx";

const LOGOUT = "POST logout";
let api: ScriptedApi;
let portal: FakePortal;

beforeEach(async () => {
  api = await startScriptedApi();
  api.on(LOGOUT, null);
  portal = new FakePortal({ apiUrl: api.url });
});
afterEach(() => api.close());

function placeOf(answer: unknown): string | null {
  if (!(answer instanceof Response)) throw new Error("a page, not a redirect");
  return answer.headers.get("location");
}

describe("/login", () => {
  it("lets its form lead to the identity provider", async () => {
    expect(await login(portal.args("/login"))).toMatchObject({ message: undefined, returnTo: undefined });
    expect(portal.events).toContain(`allow form-action ${identityOrigin}`);
  });

  it("sends who is signed in to the dashboard", async () => {
    portal.signedIn();
    expect(placeOf(await login(portal.args("/login?employee")))).toBe("/dashboard");
    expect(placeOf(await logIn(portal.args(post("/login", {}))))).toBe("/dashboard");
  });

  it("starts the customers' sign-in by a post, and keeps where to go", async () => {
    const answer = await logIn(portal.args(post("/login", { returnTo: "/tickets?page=2" })));
    expect(placeOf(answer)).toBe(`${identityOrigin}/customer/sign-in`);
    expect(portal.savedUrl).toBe("/tickets?page=2");
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "does not keep %s",
    async (returnTo) => {
      await logIn(portal.args(post("/login", { returnTo })));
      await login(portal.args(`/login?employee&returnTo=${encodeURIComponent(returnTo)}`));
      expect(portal.savedUrl).toBeUndefined();
      const page = await login(portal.args(`/login?returnTo=${encodeURIComponent(returnTo)}`));
      expect(page).toMatchObject({ returnTo: undefined });
    },
  );

  it("starts the employees' sign-in at once", async () => {
    const answer = await login(portal.args("/login?employee&returnTo=/tickets"));
    expect(placeOf(answer)).toBe(`${identityOrigin}/employee/sign-in`);
    expect(portal.savedUrl).toBe("/tickets");
  });

  it("does not start by itself where there is an error to show", async () => {
    const page = await login(portal.args("/login?employee&error=AADB2C90111"));
    expect(page).toMatchObject({ message: "Your account is locked. Please contact support." });
  });

  it("says when the identity provider can't be reached", async () => {
    portal.isReachable = false;
    expect(placeOf(await logIn(portal.args(post("/login", {}))))).toBe("/login?error=unreachable");
    expect(placeOf(await login(portal.args("/login?employee")))).toBe("/login?error=unreachable");
  });
});

describe("/logout", () => {
  it("changes nothing by a GET", async () => {
    const page = await logout(portal.signedIn().args("/logout"));
    expect(page).toMatchObject({ signedIn: true });
    expect(portal.events).not.toContain("session ended");
    expect(api.seen).toEqual([]);
  });

  it("keeps the query string for the way back", async () => {
    expect(await logout(portal.args("/logout?employee&x=1"))).toEqual({
      signedIn: false,
      search: "?employee&x=1",
    });
  });

  it("signs out here, at the API and at the identity provider", async () => {
    portal.signedIn();
    const answer = await logOut(portal.args(post("/logout", {})));
    expect(placeOf(answer)).toBe(`${identityOrigin}/sign-out?hint=token-1`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(api.seen).toEqual([expect.objectContaining({ call: LOGOUT, token: "token-1" })]);
    expect(portal.events).toEqual(["session ended"]);
  });

  it("only logs that the API could not be told", async () => {
    api.on(LOGOUT, null, 500);
    const answer = await logOut(portal.signedIn().args(post("/logout", {})));
    expect(placeOf(answer)).toBe(`${identityOrigin}/sign-out?hint=token-1`);
    expect(portal.events).toEqual(["session ended", "warn: Something went wrong during logout session"]);
  });

  it("has nobody to tell of who was not signed in", async () => {
    expect(placeOf(await logOut(portal.args(post("/logout", {}))))).toBe("/logout");
    expect(api.seen).toEqual([]);
  });

  it.each([
    ["lockedOut", "/no-access?mode=lockedOut"],
    ["<script>", "/no-access?mode=hasNoRoles"],
  ])("leads on with the flag %s", async (flag, place) => {
    portal.cookies = { "no-access": flag };
    const answer = await logout(portal.args("/logout"));
    expect(placeOf(answer)).toBe(place);
    expect(answer instanceof Response && answer.headers.get("set-cookie")).toContain(
      "no-access=; Path=/logout; Max-Age=0",
    );
  });
});

describe("/no-access", () => {
  it.each([
    ["", "Request Access", /could not find any associated account information/],
    ["?mode=pendingValidation", "Request Access", /^Your account has not been validated\.$/],
    ["?mode=lockedOut", "Request Access", /^Your account has been locked out\.$/],
    ["?mode=generic", "Additional Permissions Required", /does not have access to that section/],
    ["?mode=toString", "Request Access", /could not find/],
  ])("%s is headed %s", (search, heading, message) => {
    const page = noAccess(portal.args(`/no-access${search}`));
    expect(page).toMatchObject({ heading, helpEmail: "help@provider.example" });
    expect(page.message).toMatch(message);
  });
});

describe("/renew", () => {
  const refreshOf = (data: unknown) => {
    const args = { data, matches: [], params: {}, location: {} } as unknown as Parameters<
      typeof renewMeta
    >[0];
    return (renewMeta(args) ?? []).find((one) => "httpEquiv" in one);
  };

  async function show(path: string) {
    const page = await renew(portal.signedIn().args(path));
    if (page instanceof Response) throw new Error("a redirect, not a page");
    return page;
  }

  it("is for who is signed in", async () => {
    expect(placeOf(await renew(portal.args("/renew")))).toBe("/login");
  });

  it("shows that it renews, then starts", async () => {
    const page = await show("/renew");
    expect(page.data).toEqual({ state: "renewing" });
    expect(refreshOf(page.data)).toMatchObject({ content: "0; url=/renew?step=start" });
    const start = await renew(portal.args("/renew?step=start"));
    expect(placeOf(start)).toBe(`${identityOrigin}/customer/renewal`);
  });

  it("says that it is done and goes to the dashboard after 5 seconds", async () => {
    portal.savedUrl = "/tickets";
    const page = await show("/renew?step=done");
    expect(page.data).toEqual({ state: "renewed", back: "/tickets" });
    expect(page.init?.headers).toEqual({ Refresh: "5; url=/dashboard" });
  });

  it("does not claim what did not happen", async () => {
    portal.tokenIsFresh = false;
    const page = await show("/renew?step=done");
    expect(page.data).toEqual({ state: "failed" });
    expect(page.init?.headers).toEqual({});
  });

  it("fails where the identity provider can't be reached", async () => {
    portal.signedIn().isReachable = false;
    expect(placeOf(await renew(portal.args("/renew?step=start")))).toBe("/renew?step=failed");
  });
});
