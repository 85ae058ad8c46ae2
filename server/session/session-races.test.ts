import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "./portal-session.ts";
import type { SessionService } from "./sessions.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import {
  gate,
  jane,
  startTestPortal,
  TestBrowser,
  tokensNamed,
  type TestPortal,
} from "./testing/test-portal.ts";

const ACME = { clientId: "client-1", name: "Acme" };
const BOLT = { clientId: "client-2", name: "Bolt" };
const SUMMARY = { clientName: "Acme", myAccounts: [], address: undefined };

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`requests at the same time, in ${kind.name}`, () => {
    let store: TestStore;
    const time = Date.now();
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    async function open(): Promise<TestPortal> {
      // All requests in the same millisecond.
      const portal = await startTestPortal(store.address, { now: () => time });
      onTestFinished(() => portal.stop());
      portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
      portal.page("/sign-out", (session) => session.end());
      portal.page("/who", (session) => session.user?.id);
      portal.page("/account", (session) => session.account?.clientId);
      portal.page("/reference", (_session, request) => portal.sessions.referenceOf(request));
      return portal;
    }

    async function signedIn(portal: TestPortal): Promise<TestBrowser> {
      const browser = new TestBrowser();
      await portal.visit(browser, "/sign-in");
      return browser;
    }

    async function referenceOf(portal: TestPortal, browser: TestBrowser): Promise<string> {
      return String((await portal.visit(browser, "/reference")).body);
    }

    it("keeps the changes of two parallel requests", async () => {
      const [portal, other] = [await open(), await open()];
      const [begun, go] = [gate(), gate()];
      portal.page("/slow", async (session) => {
        session.selectAccount(BOLT);
        session.flash({ tone: "info", text: "slow" });
        session.rememberSummary("client-2", { ...SUMMARY, clientName: "Bolt" });
        begun.open();
        await go.passed;
      });
      other.page("/quick", (session) => {
        session.setAccounts([ACME, BOLT]);
        session.flash({ tone: "info", text: "quick" });
        session.rememberSummary("client-1", SUMMARY);
      });
      portal.page("/all", (session) => ({
        account: session.account,
        accounts: session.accounts,
        flashes: session.takeFlashes().map(({ text }) => text),
        summaries: ["client-1", "client-2"].map((id) => session.summaryOf(id)?.clientName),
      }));
      const browser = await signedIn(portal);
      const slow = portal.visit(browser, "/slow");
      await begun.passed;
      await other.visit(browser, "/quick");
      go.open();
      await slow;
      const { body } = await portal.visit(browser, "/all");
      expect(body).toMatchObject({ account: BOLT, accounts: [ACME, BOLT], summaries: ["Acme", "Bolt"] });
      expect((body as { flashes: string[] }).flashes.sort()).toEqual(["quick", "slow"]);
    });

    it("refuses the writes of a request that began before the sign-out, on any instance", async () => {
      const [portal, other] = [await open(), await open()];
      const [begun, go] = [gate(), gate()];
      const outcomes: unknown[] = [];
      portal.page("/slow", async (session) => {
        begun.open();
        await go.passed;
        session.selectAccount(ACME);
        await session.commit();
        session.flash({ tone: "info", text: "late" });
        outcomes.push(
          await session.claim("late"),
          await session.renewTokens(async () => tokensNamed("late")),
        );
        await session.textSet("invoices").add(["late"]);
      });
      const browser = await signedIn(portal);
      const tab = browser.copy();
      const slow = portal.visit(tab, "/slow");
      await begun.passed;
      await other.visit(browser, "/sign-out");
      go.open();
      const late = await slow;
      expect(late).toMatchObject({ status: 200, cookies: [] });
      expect(outcomes).toEqual([false, "ended"]);
      for (const instance of [portal, other]) expect((await instance.visit(tab, "/who")).body).toBeNull();
    });

    it("ends a session that a second sign-in replaces", async () => {
      const portal = await open();
      const browser = await signedIn(portal);
      const before = browser.copy();
      await portal.visit(browser, "/sign-in");
      expect((await portal.visit(before, "/who")).body).toBeNull();
      expect((await portal.visit(browser, "/who")).body).toBe("jane-1");
    });

    it("gives a claim to exactly one of many requests of a session, unless it releases it", async () => {
      const portals = [await open(), await open()];
      for (const portal of portals) {
        portal.page("/claim", (session) => session.claim("payment-1"));
        portal.page("/release", async (session) => {
          const isOurs = await session.claim("payment-1");
          await session.release("payment-1");
          return isOurs;
        });
      }
      const [portal] = portals as [TestPortal];
      const browser = await signedIn(portal);
      const claims = () =>
        Promise.all(
          Array.from(
            { length: 20 },
            async (_, n) => (await portals[n % 2]?.visit(browser.copy(), "/claim"))?.body,
          ),
        );
      expect((await portal.visit(browser, "/release")).body).toBe(true);
      expect((await claims()).filter(Boolean)).toHaveLength(1);
      expect((await portal.visit(browser, "/release")).body).toBe(false);
      expect((await claims()).filter(Boolean)).toHaveLength(0);
      const another = await signedIn(portal);
      expect((await portal.visit(another, "/claim")).body).toBe(true);
    });

    it("gives a claim to a signed-out browser once, and recognises the browser by a cookie", async () => {
      const portal = await open();
      portal.page("/claim", (session) => session.claim("once"));
      const browser = new TestBrowser();
      expect((await portal.visit(browser, "/claim")).body).toBe(true);
      expect((await portal.visit(browser, "/claim")).body).toBe(false);
    });

    it("loses no change that parallel requests make to a set", async () => {
      const portals = [await open(), await open()];
      for (const portal of portals) {
        portal.page("/add/:n", (session, { params }) =>
          session.textSet("invoices").add([String(params.n), "common"]),
        );
        portal.page("/remove/:n", (session, { params }) =>
          session.textSet("invoices").remove([String(params.n)]),
        );
        portal.page("/set/:name", async (session, { params }) => [
          ...(await session.textSet(String(params.name)).members()),
        ]);
      }
      const [portal] = portals as [TestPortal];
      const browser = await signedIn(portal);
      const all = (path: string, count: number) =>
        Promise.all(
          Array.from({ length: count }, (_, n) => portals[n % 2]?.visit(browser.copy(), `/${path}/${n}`)),
        );
      await all("add", 20);
      await Promise.all([all("remove", 18), portal.visit(browser.copy(), "/add/new")]);
      const { body } = await portal.visit(browser, "/set/invoices");
      expect((body as string[]).sort()).toEqual(["18", "19", "common", "new"]);
      expect((await portal.visit(browser, "/set/other")).body).toEqual([]);
      expect((await portal.visit(await signedIn(portal), "/set/invoices")).body).toEqual([]);
    });

    it("publishes a sign-out and a change of account to every instance", async () => {
      const [portal, other] = [await open(), await open()];
      const listeners = [portal, other].map(({ sessions }) => listen(sessions));
      portal.page("/switch", (session) => {
        session.selectAccount(ACME);
        return session.handle;
      });
      const browser = await signedIn(portal);
      const { body: handle } = await portal.visit(browser, "/switch");
      await portal.visit(browser.copy(), "/sign-out");
      const events = [
        { kind: "account-changed", handle },
        { kind: "ended", handle },
      ];
      for (const { events: received } of listeners)
        await expect.poll(() => received.filter((event) => event.handle === handle)).toEqual(events);
    });

    it("calls the other listeners if one throws, but not those that have stopped listening", async () => {
      const portal = await open();
      const { events, stop } = listen(portal.sessions);
      portal.sessions.onEvent(() => {
        throw new Error("listener at fault");
      });
      const listening = listen(portal.sessions);
      stop();
      await portal.visit(await signedIn(portal), "/sign-out");
      await expect.poll(() => listening.events).toHaveLength(1);
      expect(portal.warnings).toEqual(["a session event listener failed"]);
      expect(events).toEqual([]);
    });

    it("lets a live stream peek at its session until the session ends", async () => {
      const portal = await open();
      portal.page("/switch", (session) => session.selectAccount(ACME));
      const browser = await signedIn(portal);
      const reference = await referenceOf(portal, browser);
      expect(await portal.sessions.peek(reference)).toMatchObject({ user: jane, account: undefined });
      await portal.visit(browser, "/switch");
      expect(await portal.sessions.peek(reference)).toMatchObject({
        account: ACME,
        tokens: tokensNamed("a"),
      });
      expect(await portal.sessions.peek(reference)).toBeDefined();
      await portal.visit(browser, "/sign-out");
      expect(await portal.sessions.peek(reference)).toBeUndefined();
      expect(await portal.sessions.peek(reference)).toBeUndefined();
    });
  });

function listen(sessions: SessionService): { readonly events: SessionEvent[]; readonly stop: () => void } {
  const events: SessionEvent[] = [];
  return { events, stop: sessions.onEvent((event) => void events.push(event)) };
}
