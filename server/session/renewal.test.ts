import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createPendingWork } from "#server/pending-work.ts";
import { identityAnswer, renewal as renewalLimits } from "#shared/limits.ts";
import { AccessLost, type RenewalOutcome, type RenewedTokens, type Tokens } from "./portal-session.ts";
import { SealedValues } from "./records.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import {
  gate,
  jane,
  startTestPortal,
  TestBrowser,
  tokensNamed,
  type TestPortal,
} from "./testing/test-portal.ts";
import { isLong } from "../../tests/support/long.ts";

type Renew = (
  current: Tokens,
  waitForArrivals: (count: number) => Promise<void>,
) => Promise<RenewedTokens | "refused" | undefined>;

const nameOf = (outcome: RenewalOutcome) => (typeof outcome === "object" ? outcome.identityToken : outcome);

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`renewing tokens, in ${kind.name}`, () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    /** Two instances whose page /renew runs `renew`, and a signed-in browser. */
    async function open(renew: Renew) {
      let arrived = 0;
      const { mock } = vi.spyOn(SealedValues.prototype, "find");
      onTestFinished(() => void vi.restoreAllMocks());
      /** Waits until `count` requests have asked for the renewal, and one instance waits for the other. */
      const waitForArrivals = async (count: number) => {
        await expect.poll(() => arrived, { timeout: 10_000 }).toBe(count);
        await expect.poll(() => mock.calls.length).toBeGreaterThanOrEqual(1);
      };
      const clock = { aheadMs: 0 };
      const now = () => Date.now() + clock.aheadMs;
      const pendingWork = createPendingWork({ warn: () => undefined }, { countBackground: () => undefined });
      const start = () => startTestPortal(store.address, { now, addWork: pendingWork.add });
      const portals = [await start(), await start()] as const;
      for (const portal of portals) {
        onTestFinished(() => portal.stop());
        portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
        portal.page("/sign-out", (session) => session.end());
        portal.page("/renew", async (session) => {
          arrived += 1;
          return nameOf(await session.renewTokens((current) => renew(current, waitForArrivals)));
        });
        portal.page("/token", (session) => session.tokens?.identityToken);
        portal.page("/reference", (_session, request) => portal.sessions.referenceOf(request));
      }
      const browser = new TestBrowser();
      await portals[0].visit(browser, "/sign-in");
      return { portals, browser, clock, pendingWork };
    }

    async function visitMany(
      portals: readonly TestPortal[],
      browser: TestBrowser,
      path: string,
    ): Promise<unknown[]> {
      const visits = Array.from({ length: 20 }, (_, n) => portals[n % 2]?.visit(browser.copy(), path));
      return (await Promise.all(visits)).map((visit) => visit?.body);
    }

    it("renews once for 20 requests on two instances, and each gets the new tokens", async () => {
      const renewedTokens: string[] = [];
      const { portals, browser } = await open(async ({ identityToken }, waitForArrivals) => {
        renewedTokens.push(identityToken);
        await waitForArrivals(20);
        return tokensNamed("b");
      });
      const answers = await visitMany(portals, browser, "/renew");
      expect(renewedTokens).toEqual(["identity-a"]);
      expect(new Set(answers)).toEqual(new Set(["identity-b"]));
      for (const portal of portals) expect((await portal.visit(browser, "/token")).body).toBe("identity-b");
    });

    it("doesn't renew again for a request that still has the old tokens", async () => {
      let renewals = 0;
      const { portals, browser } = await open(async () => {
        renewals += 1;
        return tokensNamed(`b${renewals}`);
      });
      const [begun, go] = [gate(), gate()];
      portals[1].page("/late", async (session) => {
        const before = session.tokens?.identityToken;
        begun.open();
        await go.passed;
        const renewed = await session.renewTokens(async () => tokensNamed("never"));
        return [before, nameOf(renewed), session.tokens?.identityToken];
      });
      const late = portals[1].visit(browser.copy(), "/late");
      await begun.passed;
      await portals[0].visit(browser, "/renew");
      go.open();
      expect((await late).body).toEqual(["identity-a", "identity-b1", "identity-b1"]);
    });

    it("answers all waiting requests when the renewal failed, and can try again", async () => {
      let renewals = 0;
      const { portals, browser } = await open(async (_current, waitForArrivals) => {
        renewals += 1;
        await waitForArrivals(renewals === 1 ? 20 : 21);
        return renewals === 1 ? undefined : tokensNamed("b");
      });
      expect(new Set(await visitMany(portals, browser, "/renew"))).toEqual(new Set([null]));
      expect(renewals).toBe(1);
      expect((await portals[1].visit(browser, "/token")).body).toBe("identity-a");
      expect((await portals[1].visit(browser, "/renew")).body).toBe("identity-b");
    });

    it("tells all waiting requests, also on the other instance, that the renewal was refused", async () => {
      const { portals, browser } = await open(async (_current, waitForArrivals) => {
        await waitForArrivals(20);
        return "refused";
      });
      expect(new Set(await visitMany(portals, browser, "/renew"))).toEqual(new Set(["refused"]));
    });

    it("doesn't ask for tokens of a session that has ended, and keeps only what was typed since", async () => {
      const [begun, go] = [gate(), gate()];
      const { portals, browser } = await open(async () => tokensNamed("b"));
      portals[0].page("/waits", async (session) => {
        session.keep("draft", "/earlier", [["notes", "1"]]);
        await session.commit();
        begun.open();
        await go.passed;
        const outcome = await session.renewTokens(() => Promise.reject(new Error("asked for tokens")));
        session.keep("draft", "/typed", [["notes", "2"]]);
        await session.commit();
        await session.end({ keepDrafts: true });
        return outcome;
      });
      portals[0].page("/drafts", (session) =>
        ["/earlier", "/typed"].filter((form) => session.kept("draft", form) !== undefined),
      );
      const waiting = portals[0].visit(browser, "/waits");
      await begun.passed;
      await portals[1].visit(browser.copy(), "/sign-out");
      go.open();
      expect((await waiting).body).toBe("ended");
      await portals[0].visit(browser, "/sign-in");
      expect((await portals[0].visit(browser, "/drafts")).body).toEqual(["/typed"]);
    });

    it("lets another request renew after a renewal that threw", async () => {
      let renewals = 0;
      const { portals, browser } = await open(async () => {
        renewals += 1;
        if (renewals === 1) throw new Error("identity provider away");
        return tokensNamed("b");
      });
      expect((await portals[0].visit(browser, "/renew")).status).toBe(500);
      expect((await portals[1].visit(browser, "/renew")).body).toBe("identity-b");
    });

    it("keeps the tokens that come when no request waits any more, and renews no second time until then", async () => {
      let renewals = 0;
      const late = gate();
      const { portals, browser, clock, pendingWork } = await open(async (_current, waitForArrivals) => {
        renewals += 1;
        await late.passed;
        await waitForArrivals(2);
        return tokensNamed("b");
      });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const hasGivenUp = portals[0].visit(browser.copy(), "/renew");
      await expect.poll(() => renewals).toBe(1);
      await vi.advanceTimersByTimeAsync(renewalLimits.waitMs);
      expect((await hasGivenUp).body).toBeNull();
      // So a stop of the process waits for it.
      expect(pendingWork.names()).toEqual(["renewal"]);
      // The exchange, and two tries to verify what it gave.
      clock.aheadMs = renewalLimits.ms + 2 * identityAnswer.ms;
      const waiting = portals[1].visit(browser.copy(), "/renew");
      late.open();
      expect((await waiting).body).toBe("identity-b");
      expect((await portals[0].visit(browser, "/token")).body).toBe("identity-b");
      expect(renewals).toBe(1);
    });

    // This test waits for the time limit of a request.
    if (isLong)
      it("gives up after the time limit on every instance, and renews once the claim of a stopped instance has expired", async () => {
        let renewals = 0;
        const { portals, browser, clock } = await open(() => {
          renewals += 1;
          return renewals === 1 ? new Promise(() => undefined) : Promise.resolve(tokensNamed("b"));
        });
        const began = performance.now();
        const first = portals[0].visit(browser.copy(), "/renew").catch(() => undefined);
        await expect.poll(() => renewals).toBe(1);
        // The stopped instance has closed its store, so the claim isn't released.
        await portals[0].stop();
        expect((await portals[1].visit(browser, "/renew")).body).toBeNull();
        expect(performance.now() - began).toBeLessThan(renewalLimits.waitMs + 3_000);
        clock.aheadMs = 2 * renewalLimits.ms;
        const renewed = async () => (await portals[1].visit(browser, "/renew")).body;
        await expect.poll(renewed).toBe("identity-b");
        await first;
      });

    it("stores the user of the new tokens and clears the accounts, on every instance", async () => {
      const { portals, browser } = await open(async () => ({
        ...tokensNamed("b"),
        user: { ...jane, roles: ["client-1-Support"] },
      }));
      for (const portal of portals)
        portal.page("/user", (session) => [session.user?.roles, session.accounts.length]);
      portals[0].page("/load", (session) => session.setAccounts([{ clientId: "client-1", name: "Acme" }]));
      portals[0].page("/renew-without-roles", async (session) => {
        await session.renewTokens(async () => ({ ...tokensNamed("b"), user: { ...jane, roles: [] } }));
        return session.user?.roles;
      });
      await portals[0].visit(browser, "/load");
      await portals[0].visit(browser, "/renew");
      expect((await portals[1].visit(browser, "/user")).body).toEqual([["client-1-Support"], 0]);
      expect((await portals[0].visit(browser, "/renew-without-roles")).body).toEqual([]);
    });

    it("ends the session if the person has lost access, also for a live stream", async () => {
      const lost = { mode: "lockedOut", tokens: tokensNamed("b") };
      const { portals, browser } = await open(async () => Promise.reject(new AccessLost(lost)));
      portals[0].page("/why", async (session) => {
        await session.renewTokens(async () => Promise.reject(new AccessLost(lost)));
        return session.lostAccess?.mode;
      });
      const another = new TestBrowser();
      await portals[0].visit(another, "/sign-in");
      const reference = String((await portals[0].visit(another, "/reference")).body);
      const refused = () => Promise.reject(new AccessLost(lost));
      expect(await portals[1].sessions.renewTokens(reference, refused)).toBe("ended");
      expect((await portals[0].visit(another, "/token")).body).toBeNull();
      expect((await portals[0].visit(browser.copy(), "/why")).body).toBe("lockedOut");
      expect((await portals[1].visit(browser, "/token")).body).toBeNull();
    });

    it("doesn't bring back a session that was signed out meanwhile", async () => {
      const [begun, go] = [gate(), gate()];
      const { portals, browser } = await open(async () => {
        begun.open();
        await go.passed;
        return tokensNamed("b");
      });
      const tab = browser.copy();
      const renewing = portals[0].visit(tab, "/renew");
      await begun.passed;
      await portals[1].visit(browser, "/sign-out");
      go.open();
      expect((await renewing).body).toBe("ended");
      expect((await portals[0].visit(tab, "/token")).body).toBeNull();
    });

    it("renews for a live stream, which has only a reference", async () => {
      const { portals, browser } = await open(async () => tokensNamed("b"));
      const reference = String((await portals[0].visit(browser, "/reference")).body);
      const renewed = await portals[1].sessions.renewTokens(reference, async () => tokensNamed("c"));
      expect(nameOf(renewed)).toBe("identity-c");
      expect((await portals[0].visit(browser, "/token")).body).toBe("identity-c");
      expect(await portals[1].sessions.renewTokens("gone", async () => tokensNamed("d"))).toBe("ended");
    });
  });
