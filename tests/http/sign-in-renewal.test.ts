import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { roleSum } from "#provider/data/contacts.ts";
import { people } from "#provider/data/people.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { emails, endSession, signedIn } from "../support/signed-in.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, startWorld, world, type World } from "../support/world.ts";

startWorld();
const TOKEN_SECONDS = 2;

/** Gives Carla, whose one account is 1003, these roles until `work` has ended. */
async function withRolesOfCarla({ provider }: World, roles: readonly RoleName[], work: () => Promise<void>) {
  const { id } = people.find(({ email }) => email === emails.carla)!;
  const set = provider.db.prepare("UPDATE contacts SET portal_role = ? WHERE subject = ?");
  const before = provider.db.prepare("SELECT portal_role FROM contacts WHERE subject = ?").get(id)!;
  set.run(roleSum(roles), id);
  await work().finally(() => set.run(before["portal_role"]!, id));
}

describe("an API that answers 401", () => {
  it("gets a new token once, for all calls of all tabs at the same time", async () => {
    const visitor = await signedIn(world, "ben");
    const old = await tokenOf(visitor);
    const refusal = { status: 401, body: '{"message":"Unauthorized user."}' };
    const refused = new Set<string>();
    const [pages, calls] = await world.api.record(() =>
      world.api.scripted(
        ({ headers }) => {
          const token = String(headers["authorization"]);
          if (token !== old) return undefined;
          refused.add(token);
          return refusal;
        },
        () => Promise.all(Array.from({ length: 20 }, () => visitor.get("/dashboard"))),
      ),
    );
    expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(refused.size).toBe(1);
    const tokens = new Set(calls.map(({ headers }) => String(headers["authorization"])));
    expect([...tokens].filter((token) => token !== old).length).toBe(1);
    expect(await tokenOf(visitor)).not.toBe(old);
  });

  it("twice ends the session, and the sign-in page says why", async () => {
    const visitor = await signedIn(world, "ben");
    const page = await world.api.scripted(
      () => ({ status: 401, body: "{}" }),
      () => visitor.open("/dashboard"),
    );
    expect(page.url).toBe(`${world.portal.url}/login?error=unauthorised&returnTo=%2Fdashboard`);
    expect(textOf(page)).toContain("Unauthorized user.");
    expect((await visitor.get("/dashboard")).location).toBe("/login");
  });

  it("doesn't end the session while for a moment no new token can be had", async () => {
    const visitor = await signedIn(world, "ben");
    world.provider.faults.add({ kind: "500", path: "/customer/oauth2/v2.0/token", delayMs: 0 });
    const page = await world.api.scripted(
      () => ({ status: 401, body: "{}" }),
      () => visitor.get("/tickets"),
    );
    world.provider.faults.clear();
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(textOf(page)).toContain("You're still signed in and nothing was lost.");
    expect((await visitor.get("/tickets")).status).toBe(200);
  });

  it.each(["/tickets", "/tickets/60"])(
    "after a sign-out elsewhere leads from %s to the sign-in",
    async (path) => {
      const visitor = await signedIn(world, "anna", "1001");
      const page = await refusedAfterSignOut(visitor, "/SupportTicket/", () => visitor.get(path));
      const returnTo = encodeURIComponent(path);
      expect([page.status, page.location]).toEqual([303, `/login?error=unauthorised&returnTo=${returnTo}`]);
    },
  );

  it("after a sign-out elsewhere keeps what was posted for the same person's next sign-in", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const form = await visitor.get("/account/locations/1");
    const answer = await refusedAfterSignOut(visitor, "/Address/", () =>
      visitor.submit(form, "main form:has([name=notes])", { notes: "typed while signed out" }),
    );
    expect(answer.status).toBe(303);
    expect(new URL(answer.location ?? "", world.portal.url).pathname).toBe("/login");
    visitor.clearCookiesOf(new URL(world.provider.url).hostname);
    await visitor.signIn(emails.anna, { upTo: ["/dashboard", "/switch-account"] });
    await visitor.post("/switch-account", { account: "1001" });
    const back = await visitor.get("/account/locations/1");
    expect(back.$("main [name=notes]").val()).toBe("typed while signed out");
  });

  /** Answers 401 to the visitor's call after their session has ended from another browser. */
  function refusedAfterSignOut<T>(visitor: Visitor, call: string, during: () => Promise<T>): Promise<T> {
    let ending: Promise<void> | undefined;
    return world.api.scripted(async ({ method, path }) => {
      if (!path.startsWith(call) || (call === "/Address/" && method === "GET")) return undefined;
      await (ending ??= endSession(world, visitor));
      return { status: 401, body: "{}" };
    }, during);
  }

  async function tokenOf(visitor: Visitor): Promise<string> {
    const [, calls] = await world.api.record(() => visitor.get("/dashboard"));
    return String(calls[0]?.headers["authorization"]);
  }
});

describe("a token about to run out", () => {
  let short: World;
  beforeAll(async () => {
    // Less than the minute that a token must still have: every request finds its token stale.
    short = await createWorld({ provider: { tokenSeconds: 20 } });
  });
  afterAll(() => short.close());

  it("is renewed silently before the calls are made", async () => {
    const visitor = await signedIn(short, "ben");
    const tokens: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const [page, calls] = await short.api.record(() => visitor.get("/dashboard"));
      expect(page.status).toBe(200);
      tokens.push(String(calls[0]?.headers["authorization"]));
    }
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it("is renewed with the current roles, and the accounts are loaded again", async () => {
    const visitor = await signedIn(short, "carla");
    expect((await visitor.get("/invoices")).status).toBe(200);
    await withRolesOfCarla(short, ["Support", "MyPortal Switch Account"], async () => {
      expect((await visitor.get("/invoices")).status).toBe(403);
      const dashboard = await visitor.get("/dashboard");
      expect(dashboard.status).toBe(200);
      const offers = ["nav[aria-label=Main]", "section[aria-label='Your account']", "main"];
      for (const place of offers)
        expect(dashboard.$(`${place} a[href='/switch-account']`).length, place).toBe(1);
      const [, calls] = await short.api.record(() => visitor.get("/switch-account"));
      expect(calls.map(({ path }) => path)).toContain("/Client/MyAccounts");
    });
    expect((await visitor.get("/invoices")).status).toBe(200);
  });

  it("ends the session of a person who was locked out, with the page that says so", async () => {
    const visitor = await signedIn(short, "carla");
    await withRolesOfCarla(short, ["MyPortal No Access", "MyPortal Locked Out"], async () => {
      const cookie = visitor.cookie("session") ?? "";
      const [page, calls] = await short.api.record(() => visitor.open("/dashboard"));
      expect(page.url).toBe(`${short.portal.url}/no-access?mode=lockedOut`);
      expect(textOf(page)).toContain("Your account has been locked out.");
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain("POST /logout");
      const thief = short.visitor();
      thief.setCookie("session", cookie);
      expect((await thief.get("/dashboard")).location).toBe("/login");
    });
  });
});

describe("an API that answers 403", () => {
  it("to a person who was locked out leads to the page that says so, before the token has ended", async () => {
    const visitor = await signedIn(world, "carla");
    await withRolesOfCarla(world, ["MyPortal No Access", "MyPortal Locked Out"], async () => {
      const page = await world.api.answering("/Invoice", { status: 403, body: "{}" }, () =>
        visitor.open("/invoices"),
      );
      expect(page.url).toBe(`${world.portal.url}/no-access?mode=lockedOut`);
    });
  });

  it("for the whole account leads to /no-access, and signs nobody out", async () => {
    const visitor = await signedIn(world, "anna");
    const page = await world.api.answering(
      "/Client/GetSummaryDetails",
      { status: 403, body: "{}" },
      async () => visitor.follow(await visitor.post("/switch-account", { account: "1002" })),
    );
    expect(page.url).toBe(`${world.portal.url}/no-access?mode=generic`);
    expect((await visitor.get("/switch-account")).status).toBe(200);
  });
});

describe("a token that ran out and can't be renewed silently", () => {
  let short: World;
  /** One for each test: signed in, with a token that has run out and can't be refreshed. */
  let visitors: Visitor[];
  let visitor: Visitor;
  beforeAll(async () => {
    short = await createWorld({ provider: { tokenSeconds: TOKEN_SECONDS } });
    visitors = await Promise.all(Array.from({ length: 3 }, () => signedIn(short, "ben")));
    await new Promise((resolve) => setTimeout(resolve, TOKEN_SECONDS * 1_000 + 200));
  });
  beforeEach(() => {
    visitor = visitors.pop()!;
    short.provider.faults.add({ kind: "500", path: "/customer/oauth2/v2.0/token", delayMs: 0 });
  });
  afterEach(() => short.provider.faults.clear());
  afterAll(() => short.close());

  it("leads to /renew, which continues on its own with and without scripts", async () => {
    const page = await visitor.get("/tickets?page=2");
    short.provider.faults.clear();
    expect([page.status, page.location]).toEqual([302, "/renew"]);
    const renew = await visitor.get("/renew");
    expect(renew.$("h1").text()).toBe("Renewing...");
    expect(renew.$("meta[http-equiv=refresh]").attr("content")).toBe("0; url=/renew?step=start");
    expect(renew.$("script").length).toBe(0);
    const done = await visitor.follow(renew);
    expect(done.$("h1").text()).toBe("Token renewed");
    expect(done.headers.get("refresh")).toBe("5; url=/dashboard");
    expect(done.$("a:contains('Go back to where you were')").attr("href")).toBe("/tickets?page=2");
  });

  it("leads to a message on /renew when the identity provider goes on failing", async () => {
    const page = await visitor.open("/dashboard");
    expect(new URL(page.url).pathname).toBe("/renew");
    expect(textOf(page)).toContain("There was an error renewing your authentication token.");
    expect(page.$("form[action='/logout']").length).toBe(1);
  });

  it("ends the session, without a logout call, when the identity provider asks the person to sign in", async () => {
    visitor.clearCookiesOf(new URL(short.provider.url).hostname);
    const [page, calls] = await short.api.record(() => visitor.open("/tickets"));
    short.provider.faults.clear();
    expect(page.url).toBe(`${short.portal.url}/login?error=renewal&returnTo=%2Ftickets`);
    expect(textOf(page)).toContain("There was an error renewing your authentication token.");
    expect(calls.filter(({ path }) => path === "/logout")).toEqual([]);
    expect((await visitor.get("/dashboard")).location).toBe("/login");
  });
});
