import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { renewal, tokenAnswer } from "#app/limits.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { anna, SignInBrowser, startHarness, type Harness } from "./testing/harness.ts";
import { memorySession, sessionRecord } from "./testing/memory-session.ts";

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 * 1024;
/** 64 MB of blanks are 64 KB on the way. */
const bomb = gzipSync(Buffer.alloc(64 * MB, " "));
const margin = 2_000;

const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  hangs: () => undefined,
  "hangs after its head": (response) => response.writeHead(200).flushHeaders(),
  drips(response) {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 100);
    response.once("close", () => clearInterval(timer));
  },
  resets: (response) => response.socket?.resetAndDestroy(),
  "answers 204": (response) => response.writeHead(204).end(),
  "answers text": (response) => response.writeHead(200, { "content-type": "text/plain" }).end("later"),
  "answers HTML": (response) => response.writeHead(200).end("<!doctype html><title>Maintenance</title>"),
  "answers null": (response) => response.writeHead(200).end("null"),
  "answers 400 in HTML": (response) => response.writeHead(400).end("<title>Bad request</title>"),
  redirects: (response) => response.writeHead(307, { location: "/elsewhere" }).end(),
  "redirects to itself": (response) => response.writeHead(307, { location: response.req.url }).end(),
  "answers a gzip bomb": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
  "answers without end"(response) {
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(MB)));
    };
    response.writeHead(200).on("drain", more);
    more();
  },
};

const heldFor = (secondsLeft: number) => ({
  identityToken: "old",
  refreshToken: "refresh-0",
  expiresAt: Date.now() + secondsLeft * 1_000,
  issuedBy: "customer" as const,
});

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work;
  return [result, performance.now() - began];
}

/** The call's connections end with it. */
const nothingUnderWay = ({ customer }: Harness) =>
  vi.waitFor(() => expect(customer.underWay.size).toBe(0), { timeout: 5_000 });

const cases = (["metadata", "keys", "token"] as const).flatMap((part) =>
  Object.entries(faults).map(([what, fault]) => [part, what, fault] as const),
);

describe.concurrent("an identity provider whose", () => {
  it.for(cases)(
    "%s %s: renewals and sign-ins end in their time",
    async ([part, , fault], { onTestFinished }) => {
      const harness = await startHarness();
      onTestFinished(() => harness.close());
      const browser = new SignInBrowser(harness.service);
      const record = sessionRecord({ user: anna, tokens: heldFor(30) });
      const fresh = () => timed(harness.service.freshToken(memorySession(record)));
      const page = part === "metadata" ? undefined : await browser.begin();
      harness.customer.instead.set(part, fault);
      const signIn: Promise<unknown> = page
        ? browser.complete(harness.customer.authorize(page.url)).then(({ ok }) => ok)
        : harness.service.begin("customer", browser.request("/login"), memorySession(sessionRecord()), {
            purpose: "sign-in",
          });

      const [[token, took], [done, signInTook]] = await Promise.all([fresh(), timed(signIn)]);
      expect([token, Boolean(done)]).toEqual(["old", false]);
      expect(took).toBeLessThan(renewal.ms + margin);
      expect(signInTook).toBeLessThan(tokenAnswer.ms + margin);
      // What took long is not waited for by the page's next call.
      if (took > renewal.slowMs) {
        expect((await fresh())[1]).toBeLessThan(500);
        expect(await harness.service.renew(memorySession(record))).toBe("paused");
      }
      await nothingUnderWay(harness);
    },
  );
});

it("forty sign-ins whose exchange hangs leave no connection", async () => {
  const harness = await startHarness();
  onTestFinished(() => harness.close());
  const callbacks = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const browser = new SignInBrowser(harness.service);
      const { url } = await browser.begin();
      return () => browser.complete(harness.customer.authorize(url));
    }),
  );
  harness.customer.instead.set("token", faults.hangs!);
  const outcomes = await Promise.all(callbacks.map((complete) => complete()));
  expect(new Set(outcomes.map(({ ok }) => ok))).toEqual(new Set([false]));
  await nothingUnderWay(harness);
});

it("a session store that is away for a moment costs nobody the sign-in", async () => {
  const harness = await startHarness();
  onTestFinished(() => harness.close());
  const browser = new SignInBrowser(harness.service);
  const { url } = await browser.begin();
  const callback = harness.customer.authorize(url);
  const { has } = browser.record.claims;
  browser.record.claims.has = () => {
    throw new SessionStoreUnavailable();
  };
  await expect(browser.complete(callback)).rejects.toThrow(SessionStoreUnavailable);
  browser.record.claims.has = has;
  expect((await browser.complete(callback)).ok).toBe(true);
});

it("metadata that are known are not waited for, however old", async () => {
  let now = Date.now();
  const harness = await startHarness({}, () => new Date(now));
  onTestFinished(() => harness.close());
  await new SignInBrowser(harness.service).begin();
  harness.customer.instead.set("metadata", faults.hangs!);
  now += 2 * 3_600_000;
  const { url } = await new SignInBrowser(harness.service).begin();
  expect(url).toContain("/authorize");
  // The new ones are still asked for.
  await expect.poll(() => harness.customer.underWay.size).toBe(1);
});
