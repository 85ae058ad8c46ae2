import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { KEPT_MS } from "./kept.ts";
import type { PortalSession } from "./request-session.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import { HOUR, jane, startTestPortal, TestBrowser, tokensNamed } from "./testing/test-portal.ts";

const fields = [["surname", "Typed"]] as const;

function take(session: PortalSession, name: string, kind: "draft" | "return" = "draft"): unknown {
  const value = session.kept(kind, name);
  session.keep(kind, name, undefined);
  return value;
}

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`what is kept in ${kind.name}`, () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    async function open(now?: () => number) {
      const portal = await startTestPortal(store.address, now ? { now } : {});
      onTestFinished(() => portal.stop());
      const browser = new TestBrowser();
      portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
      portal.page("/sign-in-other", (session) =>
        session.signIn({ user: { ...jane, id: "other" }, tokens: tokensNamed("b") }),
      );
      portal.page("/keep", (session) => session.keep("draft", "/account contact", fields));
      portal.page("/keep-many", (session) => {
        for (const form of ["/1", "/2", "/3", "/4"]) session.keep("draft", form, fields);
      });
      portal.page("/take", (session) => take(session, "/account contact"));
      portal.page("/peek", (session) => session.kept("draft", "/account contact"));
      portal.page("/keep-return", (session) => session.keep("return", "key", { crypt: "@00" }));
      portal.page("/take-return", (session) => take(session, "key", "return"));
      portal.page("/take-many", (session) =>
        ["/1", "/2", "/3", "/4"].filter((form) => take(session, form) !== undefined),
      );
      portal.page("/end", (session) => session.end());
      portal.page("/end-keeping", (session) => session.end({ keepDrafts: true }));
      portal.page("/enter", (session) => session.keep("entered", "form", { bankAccountNumber: "63748472" }));
      portal.page("/enter-many", (session) => {
        for (let index = 0; index < 100; index += 1) session.keep("entered", `form ${index}`, index);
      });
      portal.page("/entered-many", (session) =>
        Array.from({ length: 100 }, (_, index) => session.kept("entered", `form ${index}`)).filter(Boolean),
      );
      portal.page("/forget", (session) => session.keep("entered", "form", undefined));
      portal.page("/entered", (session) => session.kept("entered", "form"));
      return async (path: string) => (await portal.visit(browser, path)).body;
    }

    it("are kept through another sign-in, and can be taken once", async () => {
      let now = Date.now();
      const visit = await open(() => now);
      await visit("/sign-in");
      now += HOUR;
      await visit("/keep");
      await visit("/sign-in");
      expect(await visit("/take")).toEqual([["surname", "Typed"]]);
      expect(await visit("/take")).toBeNull();
    });

    it("can be read without being taken, until they expire", async () => {
      let now = Date.now();
      const visit = await open(() => now);
      await visit("/sign-in");
      await visit("/keep");
      expect(await visit("/peek")).toEqual([["surname", "Typed"]]);
      expect(await visit("/peek")).toEqual([["surname", "Typed"]]);
      now += KEPT_MS;
      expect(await visit("/peek")).toBeNull();
    });

    it("are returned after the session's end if the same person signs in again", async () => {
      const visit = await open();
      await visit("/sign-in");
      await visit("/keep");
      await visit("/end-keeping");
      await visit("/sign-in");
      expect(await visit("/take")).toEqual([["surname", "Typed"]]);
    });

    it("are, of several forms, the newest after the session's end", async () => {
      let now = Date.now();
      const visit = await open(() => (now += 1));
      await visit("/sign-in");
      await visit("/keep-many");
      await visit("/end-keeping");
      await visit("/sign-in");
      expect(await visit("/take-many")).toEqual(["/4"]);
    });

    it("aren't given to another person who signs in in the same browser", async () => {
      const visit = await open();
      await visit("/sign-in");
      await visit("/keep");
      await visit("/end-keeping");
      await visit("/sign-in-other");
      expect(await visit("/take")).toBeNull();
    });

    it("are deleted by a sign-out", async () => {
      const visit = await open();
      await visit("/sign-in");
      await visit("/keep");
      await visit("/end");
      await visit("/sign-in");
      expect(await visit("/take")).toBeNull();
    });

    it("expire after 15 minutes", async () => {
      let now = Date.now();
      const visit = await open(() => now);
      await visit("/sign-in");
      now += HOUR;
      await visit("/keep");
      now += KEPT_MS;
      await visit("/sign-in");
      expect(await visit("/take")).toBeNull();
    });

    it("are limited to three forms", async () => {
      const visit = await open();
      await visit("/sign-in");
      await visit("/keep-many");
      expect(await visit("/take-many")).toHaveLength(3);
    });

    it("of forms don't displace a return from the card provider, which stays until it is taken", async () => {
      let now = Date.now();
      const visit = await open(() => now);
      await visit("/sign-in");
      await visit("/keep-return");
      now += KEPT_MS;
      await visit("/keep-many");
      await visit("/sign-in");
      expect(await visit("/take-return")).toEqual({ crypt: "@00" });
      expect(await visit("/take-return")).toBeNull();
    });

    it("include the newest 20 entries of multi-step forms, so that no session grows without limit", async () => {
      let now = Date.now();
      const visit = await open(() => (now += 1));
      await visit("/sign-in");
      await visit("/enter-many");
      expect(await visit("/entered-many")).toEqual([...Array(20).keys()].map((index) => 80 + index));
    });

    it("don't displace the entries of multi-step forms, which are kept and deleted by the same rules", async () => {
      let now = Date.now();
      const visit = await open(() => now);
      await visit("/sign-in");
      await visit("/enter");
      await visit("/keep-many");
      await visit("/end-keeping");
      await visit("/sign-in");
      expect(await visit("/entered")).toEqual({ bankAccountNumber: "63748472" });
      await visit("/forget");
      expect(await visit("/entered")).toBeNull();
      await visit("/enter");
      await visit("/end-keeping");
      await visit("/sign-in-other");
      expect(await visit("/entered")).toBeNull();
      await visit("/enter");
      now += KEPT_MS;
      expect(await visit("/entered")).toBeNull();
      await visit("/enter");
      await visit("/end");
      await visit("/sign-in");
      expect(await visit("/entered")).toBeNull();
    });
  });
