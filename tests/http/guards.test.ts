import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { people, type Person } from "#provider/data/people.ts";
import { claimsOf } from "#provider/test-provider.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { roleNames } from "#shared/portal-api/role-names.ts";
import { makeSession } from "../support/made-session.ts";
import {
  addressOf,
  dataAddressOf,
  factsOf,
  factsTable,
  registeredPages,
  routeTable,
  type Guard,
} from "../support/route-table.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-guards-"));
const store = `sqlite:${join(folder, "sessions.sqlite")}`;
const secret = "a-secret-for-tests-only-0123456789abcdef";
const [anna] = people as [Person];
const claims = { ...claimsOf(anna), exp: 4_102_444_800 };
const account = { clientId: "1001", name: "Harbour & Pine Ltd" };
const deniedText = "Sorry, but your sign in does not have access to that section.";

afterAll(() => rmSync(folder, { recursive: true }));
// The API takes everyone for Anna, because only the portal's guards are tested here.
startWorld({ environment: { SESSION_STORE: store }, provider: { verifyToken: async () => claims } });

const cookies = new Map<string, Promise<string>>();

/** A browser whose session has exactly these roles. Made without a sign-in, and shared by tests with the same roles. */
async function signedIn(roles: readonly string[], { current = true } = {}): Promise<Visitor> {
  const key = JSON.stringify([roles, current]);
  const cookie = cookies.get(key) ?? sessionOf(roles, current);
  cookies.set(key, cookie);
  const visitor = world.visitor();
  visitor.setCookie("session", await cookie);
  return visitor;
}

function sessionOf(roles: readonly string[], current: boolean): Promise<string> {
  const user: SignedInUser = {
    id: "2001",
    firstName: "Test",
    lastName: "Person",
    fullName: "Test Person",
    email: "test@demo.example",
    b2c: true,
    roles,
  };
  return makeSession(store, secret, async (session) => {
    const tokens = {
      identityToken: "not-used",
      refreshToken: undefined,
      expiresAt: Date.now() + 3_600_000,
      issuedBy: "customer" as const,
    };
    await session.signIn({ user, tokens });
    session.setAccounts([account]);
    if (current) session.selectAccount(account);
  });
}

/** The data of a page: its loaders are guarded as for the page itself, and nothing is rendered. */
const dataOf = (visitor: Visitor, path: string): Promise<Page> => visitor.get(dataAddressOf(path));

const pathsWhere = (isWanted: (guard: Guard) => boolean) =>
  Object.entries(routeTable)
    .filter(([, guard]) => isWanted(guard))
    .map(([path]) => path);
const closedPaths = pathsWhere((guard) => guard !== "open");

describe("the site map", () => {
  it("is the route table of the specification, nothing more and nothing less", async () => {
    const registered = (await registeredPages()).map(({ path }) => path);
    expect(registered.sort(), "name new pages in tests/support/route-table.ts").toEqual(
      Object.keys(routeTable).sort(),
    );
  });

  it("says which optional parts each page needs, which limit it counts in, and which pages take files", async () => {
    const told = (await registeredPages()).flatMap(({ path, facts }) =>
      factsOf(facts).map((fact) => [fact, path]),
    );
    const expected = Object.entries(factsTable).flatMap(([fact, pages]) => pages.map((path) => [fact, path]));
    expect(told.sort()).toEqual(expected.sort());
  });
});

describe("someone who isn't signed in", () => {
  it.each(closedPaths)("is sent to sign in by the page and the data of %s", async (path) => {
    const page = await world.visitor().get(addressOf(path));
    expect([page.status, page.location]).toEqual([302, "/login"]);
    const { text } = await dataOf(world.visitor(), path);
    expect(text).toMatch(/SingleFetchRedirect[^]*\/login|\/login[^]*SingleFetchRedirect/);
  });

  it.each(closedPaths)("can't post to %s", async (path) => {
    const page = await world.visitor().post(addressOf(path), { account: "1001" });
    expect([302, 303, 405]).toContain(page.status);
    if (page.status !== 405) expect(page.location).toBe("/login");
  });
});

it.each(["hasNoRoles", "pendingValidation", "lockedOut", "generic"])(
  "/no-access offers one address to write to in mode %s",
  async (mode) => {
    const { $ } = await world.visitor().get(`/no-access?mode=${mode}`);
    expect($("main a[href^=mailto]").length).toBe(1);
    expect($("main a[href^=tel]").length).toBe(1);
    expect($("dialog input[name=returnTo]").val()).toBe(`/no-access?mode=${mode}`);
    expect(
      $("main")
        .text()
        .match(/contact|reach/gi)?.length,
    ).toBe(mode === "generic" ? 2 : 1);
  },
);

it.each([["1001-Orders", "1001-MyPortal No Access"], ["1002-Support"], []])(
  "a user with the roles %j is denied the dashboard",
  async (...roles) => {
    const page = await (await signedIn(roles)).get("/dashboard");
    expect([page.status, page.text.includes(deniedText)]).toEqual([403, true]);
  },
);

describe("a user without a current account", () => {
  const accountPaths = pathsWhere((guard) => guard === "account" || typeof guard === "object");

  it.each(accountPaths)(
    "is sent from %s to choose one, or, who may not switch, to the dashboard",
    async (path) => {
      const roles = ["1001-MyPortal Switch Account", "1001-Orders"];
      const choosing = await dataOf(await signedIn(roles, { current: false }), path);
      expect(choosing.text).toContain("/switch-account");
      const page = await (await signedIn(["1001-Orders"], { current: false })).get(addressOf(path));
      expect([page.status, page.location]).toEqual([302, "/dashboard"]);
    },
  );
});

describe("a page that needs a role:", () => {
  const withRole = Object.entries(routeTable).flatMap(([path, guard]) =>
    typeof guard === "object" ? [[path, guard.role] as const] : [],
  );

  it.each(withRole)(
    "%s is closed to every role but %s, and open to that however the token spells it",
    async (path, role) => {
      const others = roleNames
        .filter((name) => name !== role && name !== "MyPortal No Access")
        .map((name) => `1001-${name}`);
      const closed = await dataOf(await signedIn([...others, `1002-${role}`]), path);
      expect([closed.status, closed.text.includes(deniedText)]).toEqual([403, true]);
      const spelled = role.replaceAll(" ", "").toUpperCase();
      const open = await dataOf(await signedIn([`1001-${spelled}`]), path);
      expect(open.text).not.toContain(deniedText);
      // Some pages redirect for another reason, such as a download that doesn't exist.
      expect(open.text).not.toMatch(/SingleFetchRedirect[^]*"\/(login|renew|switch-account|dashboard)"/);
    },
  );
});

describe("without a sign-in", () => {
  it.each(["/login", "/logout", "/cookies", "/no-access", "/error"])(
    "%s is shown, and the page has no scripts",
    async (path) => {
      const page = await world.visitor().get(path);
      expect(page.location).toBeUndefined();
      expect(page.$("h1").text()).not.toBe("");
      expect(page.$("script").length).toBe(0);
    },
  );

  it.each(["/no-such-page", "/not-found", "/account/x/y/z"])("%s is a 404 without a menu", async (path) => {
    const page = await world.visitor().get(path);
    expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
    expect(page.$("nav[aria-label=Main]").length).toBe(0);
  });
});
