import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import { gate, jane, TestBrowser, tokensNamed } from "#server/session/testing/test-portal.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import { dropFormerBuild, returnOf, startInstance, takeFormerBuild, type Instance } from "./former-build.ts";

// Delete this file with server/session/former.ts. It needs the history of the repository.
beforeAll(takeFormerBuild);
afterAll(dropFormerBuild);

describe.each(storeKinds.filter(({ available }) => available))(
  "this build and the former one, on $name",
  (kind) => {
    let store: TestStore;
    let before: Instance;
    let now: Instance;

    beforeAll(async () => {
      store = await kind.start();
      [before, now] = [await startInstance(store.address, true), await startInstance(store.address, false)];
    });
    afterAll(async () => {
      for (const { portal } of [before, now]) await portal.stop();
      await store.stop();
    });

    const both = (): readonly [Instance, Instance][] => [
      [before, now],
      [now, before],
    ];
    let people = 0;
    async function signedIn({ portal }: Instance) {
      const browser = new TestBrowser();
      const id = `${kind.name} ${(people += 1)}`;
      await portal.visit(browser, `/sign-in/${encodeURIComponent(id)}`);
      const visit = async (instance: Instance, path: string) =>
        (await instance.portal.visit(browser.copy(), path)).body;
      return { browser, id, user: { ...jane, id, email: `${id}@example.com` }, visit };
    }

    it("do once what fifty callers on both ask for, and all get the outcome", async () => {
      for (const name of ["begin payment 1", "begin payment 2", "begin payment 3"]) {
        const work = vi.fn(async () => sleep(20, "paid"));
        const calls = Array.from({ length: 50 }, (_, index) => (index % 2 ? before : now).once(name, work));
        const outcomes = await Promise.all(calls);
        expect(new Set(outcomes.map((one) => JSON.stringify(one)))).toEqual(
          new Set(['{"state":"known","value":"paid"}']),
        );
        expect(work).toHaveBeenCalledOnce();
      }
    });

    it("wait for each other's work, and do it if it had no effect there", async () => {
      for (const [first, second] of both()) {
        const [begun, go] = [gate(), gate()];
        const name = `form ${people} ${first === now}`;
        const refused = first.once(name, async () => {
          begun.open();
          await go.passed;
          throw refusal("", "no");
        });
        await begun.passed;
        let isOver = false;
        const other = second.once(name, async () => (isOver ? "afterwards" : "at once"));
        await second.portal.sessions.ping();
        isOver = true;
        go.open();
        await expect(refused).rejects.toThrow();
        const outcome = { state: "known", value: "afterwards" };
        expect(await other).toEqual(outcome);
        expect(await first.once(name, async () => "never")).toEqual(outcome);
      }
    });

    it("leave unknown what the other's dead process had begun", async () => {
      for (const [first, second] of both()) {
        const name = `complete payment ${first === now}`;
        const begun = gate();
        void first
          .once(name, () => (begun.open(), Promise.reject(new Error("the answer was lost"))))
          .catch(() => undefined);
        await begun.passed;
        const work = vi.fn(async () => "twice");
        expect(await second.once(name, work)).toMatchObject({ state: "unknown" });
        expect(work).not.toHaveBeenCalled();
      }
    });

    it("take turns", async () => {
      let working = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, (working += 1));
        await sleep(5);
        working -= 1;
      };
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => (index % 2 ? before : now).exclusively("turn", work)),
      );
      expect(most).toBe(1);
    });

    it("keep each other's sessions, ticks and claims", async () => {
      for (const [first, second] of both()) {
        const { visit, id } = await signedIn(first);
        expect(await visit(second, "/who")).toBe(id);
        await visit(first, "/tick/1");
        await visit(second, "/tick/2");
        await visit(first, "/tick/3");
        await visit(second, "/untick/1");
        for (const one of [first, second]) expect(await visit(one, "/ticked")).toEqual(["2", "3"]);
        await visit(first, "/untick/2");
        for (const one of [first, second]) expect(await visit(one, "/ticked")).toEqual(["3"]);
        expect(await visit(first, "/claim/read")).toBe(true);
        expect(await visit(second, "/claim/read")).toBe(false);
      }
    });

    it("keep each other's drafts, answers and returns, in a session and after its end", async () => {
      for (const [first, second] of both()) {
        const { visit, browser, id } = await signedIn(first);
        await visit(first, "/keep/typed");
        for (const payment of ["1", "2"]) await visit(first, `/return/${payment}`);
        const expected = [[["surname", "typed"]], "typed"];
        expect(await visit(second, "/kept")).toEqual(expected);
        // Both may have been kept in the same millisecond.
        const returns = (await visit(second, "/returns")) as readonly { readonly paymentId: string }[];
        expect(returns.map(({ paymentId }) => paymentId).toSorted()).toEqual(["1", "2"]);
        await visit(second, "/drop/1");
        expect(await visit(first, "/returns")).toMatchObject([returnOf("2")]);
        await first.portal.visit(browser, "/end-keeping");
        await second.portal.visit(browser, `/sign-in/${encodeURIComponent(id)}`);
        expect(await visit(second, "/kept")).toEqual(expected);
        expect(await visit(second, "/returns")).toMatchObject([returnOf("2")]);
      }
    });

    it("renew a session's tokens once", async () => {
      for (const [first, second] of both()) {
        const { browser, visit } = await signedIn(first);
        let renewals = 0;
        const renew = async () => (await sleep(100), tokensNamed(`b${(renewals += 1)}`));
        for (const { portal } of [first, second])
          portal.page(`/renew-${first === now}`, (session) => session.renewTokens(renew));
        const path = `/renew-${first === now}`;
        await Promise.all(
          [first, second, first, second].map(({ portal }) => portal.visit(browser.copy(), path)),
        );
        expect(renewals).toBe(1);
        for (const one of [first, second]) expect(await visit(one, "/token")).toBe("identity-b1");
      }
    });

    it("end each other's sessions by 'sign out everywhere' and by a lock-out", async () => {
      for (const [first, second] of both()) {
        const { visit, user } = await signedIn(first);
        expect(await second.portal.sessions.persons.list(user)).toHaveLength(1);
        await second.portal.sessions.persons.end(user, () => true);
        expect(await visit(first, "/who")).toBeNull();
        const other = await signedIn(first);
        const note = first.portal.sessions.persons.addressesOf("contact 7 of 1001");
        await note.add((first === now ? [other.user.email] : other.user.email) as never);
        const addresses = await second.portal.sessions.persons.addressesOf("contact 7 of 1001").members();
        expect(addresses).toContain(other.user.email);
        for (const email of addresses) await second.portal.sessions.persons.endByEmail(email, () => true);
        expect(await other.visit(first, "/who")).toBeNull();
      }
    });

    it("see each other's payments under way, acceptances and activity, and none that the other has ended", async () => {
      for (const [first, second] of both()) {
        const mark = String(first === now);
        await first.payments.add(`payment ${mark}`);
        expect(await second.payments.list()).toContain(`payment ${mark}`);
        await second.payments.remove(`payment ${mark}`);
        expect(await first.payments.list()).not.toContain(`payment ${mark}`);
        await first.acceptances.add(`quote ${mark}`);
        expect(await second.acceptances.list()).toContain(`quote ${mark}`);
        const user = { ...jane, id: `active ${mark}` };
        await first.activity.record(user, {
          what: "one",
          outcome: "ok",
          account: "1001",
          browser: "Firefox",
        });
        await second.activity.record(user, {
          what: "two",
          outcome: "ok",
          account: "1001",
          browser: "Firefox",
        });
        for (const { activity } of [first, second])
          expect((await activity.list(user)).map(({ what }) => what).toSorted()).toEqual(["one", "two"]);
      }
      expect(await now.acceptances.list()).toEqual(["quote false", "quote true"]);
    });
  },
);
