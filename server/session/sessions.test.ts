import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionSettings } from "./sessions.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import {
  HOUR,
  jane,
  MINUTE,
  startTestPortal,
  TestBrowser,
  tokensNamed,
  type TestPortal,
} from "./testing/test-portal.ts";

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`sessions in ${kind.name}`, () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    /** An instance with pages that sign in and out and read the session. */
    async function open(
      settings: Partial<SessionSettings> & { behindProxy?: boolean } = {},
    ): Promise<TestPortal> {
      const portal = await startTestPortal(store.address, settings);
      onTestFinished(() => portal.stop());
      portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
      portal.page("/sign-out", (session) => session.end());
      portal.page("/who", (session) => session.user?.id);
      portal.page("/flash", (session) => session.flash({ tone: "info", text: "Saved." }));
      portal.page("/messages", (session) => session.takeFlashes().map(({ text }) => text));
      return portal;
    }

    async function signedIn(portal: TestPortal): Promise<TestBrowser> {
      const browser = new TestBrowser();
      await portal.visit(browser, "/sign-in");
      return browser;
    }

    it("sets no cookie for a request that changes nothing", async () => {
      const portal = await open();
      const visit = await portal.visit(new TestBrowser(), "/who");
      expect(visit).toEqual({ status: 200, body: null, cookies: [] });
    });

    it("sets one opaque cookie at the sign-in and none afterwards", async () => {
      const portal = await open();
      const browser = new TestBrowser();
      const { cookies } = await portal.visit(browser, "/sign-in");
      expect(cookies).toHaveLength(1);
      expect(cookies[0]).toMatch(/^session=s%3A[\w-]{43}\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(await portal.visit(browser, "/who")).toEqual({ status: 200, body: "jane-1", cookies: [] });
    });

    it("uses a __Host- cookie if the site is https", async () => {
      const portal = await open({ secure: true, behindProxy: true });
      const browser = new TestBrowser();
      const { cookies } = await portal.visit(browser, "/sign-in");
      expect(cookies[0]).toMatch(/^__Host-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
    });

    it("warns once if an https site gets its requests over http", async () => {
      const portal = await open({ secure: true });
      await portal.visit(new TestBrowser(), "/who");
      await portal.visit(new TestBrowser(), "/who");
      expect(portal.warnings).toHaveLength(1);
    });

    it("takes only the saved URL and the flashes over to the new session of a second sign-in", async () => {
      const portal = await open();
      portal.page("/begin", (session) => {
        session.saveUrl("/invoices");
        session.beginHandshake({ kind: "customer", nonce: "n", purpose: "sign-in" });
      });
      portal.page("/rest", (session) => [
        session.takeSavedUrl(),
        session.takeHandshake("customer"),
        session.account,
      ]);
      const browser = await signedIn(portal);
      await portal.visit(browser, "/begin");
      await portal.visit(browser, "/flash");
      const before = browser.copy();
      await portal.visit(browser, "/sign-in");
      expect(browser.cookie).not.toBe(before.cookie);
      expect((await portal.visit(before, "/who")).body).toBeNull();
      expect((await portal.visit(before, "/messages")).body).toEqual([]);
      expect((await portal.visit(browser, "/messages")).body).toEqual(["Saved."]);
      expect((await portal.visit(browser, "/rest")).body).toEqual(["/invoices", null, null]);
      expect((await portal.visit(browser, "/rest")).body).toEqual([null, null, null]);
    });

    it("keeps a signed-out browser's saved URL in a sealed cookie, until the sign-in or for half an hour", async () => {
      let now = Date.now();
      const portal = await open({ now: () => now });
      portal.page("/begin", (session) => session.saveUrl("/invoices"));
      portal.page("/saved", (session) => session.takeSavedUrl());
      const browser = new TestBrowser();
      const { cookies } = await portal.visit(browser, "/begin");
      expect(cookies).toEqual([
        expect.stringMatching(/^visit=1\.[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect(browser.cookie).not.toContain("invoices");
      const late = browser.copy();
      const altered = browser.copy();
      altered.cookie = altered.cookie?.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
      expect((await portal.visit(altered, "/saved")).body).toBeNull();
      const signIn = await portal.visit(browser, "/sign-in");
      expect(signIn.cookies[0]).toMatch(/^visit=; Max-Age=0;/);
      expect((await portal.visit(browser, "/saved")).body).toBe("/invoices");
      now += 30 * MINUTE;
      expect((await portal.visit(late, "/saved")).body).toBeNull();
    });

    it("shows a message once in the request after those that added it", async () => {
      const portal = await open();
      portal.page("/both", (session) => {
        session.flash({ tone: "info", text: "Being paid." });
        return session.takeFlashes().map(({ text }) => text);
      });
      const browser = new TestBrowser();
      for (let presses = 0; presses < 2; presses += 1) await portal.visit(browser, "/flash");
      expect((await portal.visit(browser, "/both")).body).toEqual(["Saved."]);
      expect((await portal.visit(browser, "/messages")).body).toEqual(["Being paid."]);
      expect((await portal.visit(browser, "/messages")).body).toEqual([]);
    });

    it.each(["before", "after"] as const)(
      "keeps a message for the next page if it is taken %s keepFlashes is called",
      async (when) => {
        const portal = await open();
        portal.page("/redirect", (session) => {
          if (when === "after") session.keepFlashes();
          const taken = session.takeFlashes();
          if (when === "before") session.keepFlashes();
          return taken.length;
        });
        const browser = new TestBrowser();
        await portal.visit(browser, "/flash");
        expect((await portal.visit(browser, "/redirect")).body).toBe(when === "before" ? 1 : 0);
        expect((await portal.visit(browser, "/messages")).body).toEqual(["Saved."]);
        expect((await portal.visit(browser, "/messages")).body).toEqual([]);
      },
    );

    it("never adopts a session id of another portal", async () => {
      const portal = await open();
      const elsewhere = await startTestPortal("sqlite::memory:");
      onTestFinished(() => elsewhere.stop());
      elsewhere.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("x") }));
      const planted = new TestBrowser();
      await elsewhere.visit(planted, "/sign-in");
      const browser = planted.copy();
      expect((await portal.visit(browser, "/who")).body).toBeNull();
      await portal.visit(browser, "/flash");
      expect(browser.cookie).not.toBe(planted.cookie);
      expect((await portal.visit(planted, "/messages")).body).toEqual([]);
    });

    it("ignores an altered cookie", async () => {
      const portal = await open();
      const browser = await signedIn(portal);
      for (const cookie of [
        `${browser.cookie}x`,
        browser.cookie?.replace("s%3A", "s%3AA"),
        "session=%E0%A4",
        "session=",
      ]) {
        const forged = new TestBrowser();
        forged.cookie = cookie;
        expect(await portal.visit(forged, "/who")).toEqual({ status: 200, body: null, cookies: [] });
      }
    });

    it("ends the session for every copy of the cookie at a sign-out, and deletes the browser's cookie", async () => {
      const portal = await open();
      const browser = await signedIn(portal);
      const thief = browser.copy();
      const { cookies } = await portal.visit(browser, "/sign-out");
      expect(cookies).toEqual([
        "session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
      ]);
      expect((await portal.visit(thief, "/who")).body).toBeNull();
    });

    it("ends a session at the idle time-out, which only navigations extend", async () => {
      let now = Date.now();
      let isNavigating = true;
      const portal = await open({ now: () => now, isNavigation: () => isNavigating, idleMinutes: 30 });
      const browser = await signedIn(portal);
      now += 29 * MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
      isNavigating = false;
      now += 29 * MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
      now += 2 * MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBeNull();
    });

    it("extends an idle time-out of one minute at each navigation", async () => {
      let now = Date.now();
      const portal = await open({ now: () => now, idleMinutes: 1 });
      const browser = await signedIn(portal);
      for (let visits = 0; visits < 3; visits += 1) {
        now += 40_000;
        expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
      }
      now += MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBeNull();
    });

    it("ends a session at the absolute time-out, whatever the person does", async () => {
      let now = Date.now();
      const portal = await open({ now: () => now, idleMinutes: 30, maxHours: 2 });
      const browser = await signedIn(portal);
      for (let visits = 0; visits < 5; visits += 1) {
        now += 20 * MINUTE;
        expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
      }
      now += 20 * MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBeNull();
    });

    it("counts the absolute time-out from the sign-in", async () => {
      let now = Date.now();
      const portal = await open({ now: () => now, idleMinutes: 90, maxHours: 2 });
      const browser = new TestBrowser();
      await portal.visit(browser, "/flash");
      now += HOUR;
      await portal.visit(browser, "/sign-in");
      now += HOUR + 15 * MINUTE;
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
    });

    it("keeps a person signed in through a rotation of the secrets, until their secret is removed", async () => {
      const before = await open({ secrets: ["old"] });
      const browser = await signedIn(before);
      const during = await open({ secrets: ["new", "old"] });
      expect((await during.visit(browser, "/who")).body).toBe("jane-1");
      const later = await signedIn(during);
      const after = await open({ secrets: ["new"] });
      expect((await after.visit(later, "/who")).body).toBe("jane-1");
      expect((await after.visit(browser, "/who")).body).toBeNull();
    });

    it("stores nothing that an intruder could read or use", async () => {
      const portal = await open();
      portal.page("/fill", async (session) => {
        session.setAccounts([{ clientId: "client-1", name: "Plaintext Ltd" }]);
        session.selectAccount({ clientId: "client-1", name: "Plaintext Ltd" });
        await session.textSet("invoices").add(["invoice-plaintext"]);
        await session.claim("payment-plaintext");
      });
      const browser = await signedIn(portal);
      await portal.visit(browser, "/fill");
      const everything = await store.everything();
      const id = decodeURIComponent(browser.cookie ?? "")
        .slice("session=s:".length)
        .split(".")[0];
      expect(id).toHaveLength(43);
      for (const secret of ["identity-a", "refresh-a", jane.email, "Plaintext", "-plaintext", String(id)])
        expect(everything).not.toContain(secret);
      expect(everything).toContain("tokens");
    });
  });
