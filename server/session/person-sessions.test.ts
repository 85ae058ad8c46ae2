import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { browserOf } from "./person-sessions.ts";
import { SealedValues } from "./records.ts";
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
  describe.skipIf(!kind.available)(`a person's sessions in ${kind.name}`, () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    it("are listed on every instance, by issuer and user id, until they expire", async () => {
      let now = Date.now();
      const settings = { now: () => now, idleMinutes: 600, maxHours: 8 };
      const portals = [
        await startTestPortal(store.address, settings),
        await startTestPortal(store.address, settings),
      ] as const;
      for (const portal of portals) {
        onTestFinished(() => portal.stop());
        portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
        portal.page("/sign-in-elsewhere", (session) =>
          session.signIn({ user: { ...jane, issuer: "https://other.example" }, tokens: tokensNamed("b") }),
        );
        portal.page("/who", (session) => session.user?.id);
      }
      const [first, second, other] = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
      const started = now;
      await portals[0].visit(first, "/sign-in");
      await portals[0].visit(other, "/sign-in-elsewhere");
      now += 7 * HOUR;
      await portals[1].visit(second, "/sign-in");
      await portals[0].visit(first, "/who");
      const { persons } = portals[1].sessions;
      const sessions = await persons.list(jane);
      expect(sessions.map(({ startedAt }) => startedAt)).toEqual([now, started]);
      now += 2 * HOUR;
      const [remaining] = await persons.list(jane);
      expect(await persons.list(jane)).toHaveLength(1);
      await persons.end(jane, (handle) => handle === remaining?.handle);
      expect((await portals[0].visit(second, "/who")).body).toBeNull();
      expect(await persons.list(jane)).toEqual([]);
    });

    it("are listed and ended whatever SESSION_MAX_HOURS they began with, here or on another instance", async () => {
      let now = Date.now();
      const user = { ...jane, id: "hours", email: "hours@example.com" };
      const portals: TestPortal[] = [];
      for (const maxHours of [8, 12]) {
        const portal = await startTestPortal(store.address, { now: () => now, idleMinutes: 600, maxHours });
        onTestFinished(() => portal.stop());
        portal.page("/sign-in", (session) => session.signIn({ user, tokens: tokensNamed("a") }));
        portal.page("/who", (session) => session.user?.id);
        portals.push(portal);
      }
      for (const [here, there] of [portals, portals.toReversed()] as [TestPortal, TestPortal][]) {
        const signIn = async () => {
          const browser = new TestBrowser();
          await there.visit(browser, "/sign-in");
          return async () => (await there.visit(browser, "/who")).body;
        };
        const [left, lockedOut] = [await signIn(), await signIn()];
        const startedAt = now;
        now += HOUR;
        expect(await here.sessions.persons.list(user)).toMatchObject([{ startedAt }, { startedAt }]);
        const [listed] = await here.sessions.persons.list(user);
        expect(await here.sessions.persons.end(user, (handle) => handle === listed?.handle)).toBe(1);
        expect([await left(), await lockedOut()].toSorted()).toEqual(["hours", null]);
        await here.sessions.persons.endByEmail(user.email, () => true);
        expect([await left(), await lockedOut()]).toEqual([null, null]);
      }
    });

    it("can be found by the addresses that their contact had, whatever SESSION_MAX_HOURS was when they were noted", async () => {
      const portals = [
        await startTestPortal(store.address, { maxHours: 8 }),
        await startTestPortal(store.address, { maxHours: 12 }),
      ] as const;
      for (const portal of portals) onTestFinished(() => portal.stop());
      const [here, there] = portals.map(({ sessions }) => sessions.persons.addressesOf("contact 1 of 1001"));
      await here?.add(["first@example.com"]);
      await there?.add(["second@example.com"]);
      const all = new Set(["first", "second"].map((name) => `${name}@example.com`));
      expect([await here?.members(), await there?.members()]).toEqual([all, all]);
    });

    it("are listed for a hundred people at once", async () => {
      const portal = await startTestPortal(store.address);
      onTestFinished(() => portal.stop());
      await vi.waitFor(() => portal.sessions.ping(), { timeout: 10_000 });
      const people = Array.from({ length: 100 }, (_, index) => ({ ...jane, id: `person ${index}` }));
      const lists = await Promise.all(people.map((user) => portal.sessions.persons.list(user)));
      expect(lists.flat()).toEqual([]);
    });

    it("are ended by email address, but only those that the caller chooses", async () => {
      const portal = await startTestPortal(store.address);
      onTestFinished(() => portal.stop());
      portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
      portal.page("/who", (session) => session.user?.id);
      const browser = new TestBrowser();
      await portal.visit(browser, "/sign-in");
      await portal.sessions.persons.endByEmail(jane.email.toUpperCase(), () => false);
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
      await portal.sessions.persons.endByEmail(jane.email.toUpperCase(), ({ id }) => id === "jane-1");
      expect((await portal.visit(browser, "/who")).body).toBeNull();
    });

    it("are listed with the time of their last use", async () => {
      let now = Date.now();
      const portal = await startTestPortal(store.address, { now: () => now });
      onTestFinished(() => portal.stop());
      const user = { ...jane, id: "late" };
      portal.page("/sign-in", (session) => session.signIn({ user, tokens: tokensNamed("a") }));
      portal.page("/who", (session) => session.user?.id);
      const browser = new TestBrowser();
      await portal.visit(browser, "/sign-in");
      now += 10 * MINUTE;
      await portal.visit(browser, "/who");
      expect(await portal.sessions.persons.list(user)).toMatchObject([
        { startedAt: now - 10 * MINUTE, usedAt: now },
      ]);
    });
  });

it.each([
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Microsoft Edge on Windows",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 Firefox/140.0", "Firefox"],
  ["curl/8", undefined],
  [undefined, undefined],
])("the browser of the user agent %j is %j", (userAgent, family) => {
  expect(browserOf(userAgent)).toBe(family);
});

it("a sign-in fails if the session can't be listed, since 'sign out everywhere' would miss it", async () => {
  const portal = await startTestPortal("sqlite::memory:");
  onTestFinished(() => portal.stop());
  portal.page("/sign-in", (session) =>
    session.signIn({ user: jane, tokens: tokensNamed("a") }).catch(() => "not signed in"),
  );
  portal.page("/who", (session) => session.user?.id);
  const browser = new TestBrowser();
  const broken = vi.spyOn(SealedValues.prototype, "change").mockRejectedValue(new Error("disk full"));
  const { body } = await portal.visit(browser, "/sign-in");
  broken.mockRestore();
  expect([body, (await portal.visit(browser, "/who")).body]).toEqual(["not signed in", null]);
});
