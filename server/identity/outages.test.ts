import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SessionStoreUnavailable, type RenewTokens } from "#server/session/portal-session.ts";
import { renewal, signIns, tokenAnswer } from "#shared/limits.ts";
import { anna, SignInBrowser, startHarness, type Harness } from "./testing/harness.ts";
import { memorySession, sessionRecord } from "./testing/memory-session.ts";

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 * 1024;
/** 64 MB of spaces, which are 64 KB when compressed. */
const bomb = gzipSync(Buffer.alloc(64 * MB, " "));
/** Slack for a busy machine, well under the 20 s that a renewal gets in the background. */
const MARGIN_MS = 8_000;

const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  hangs: () => undefined,
  "hangs after the headers": (response) => response.writeHead(200).flushHeaders(),
  "sends one byte at a time"(response) {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 100);
    response.once("close", () => clearInterval(timer));
  },
  "resets the connection": (response) => response.socket?.resetAndDestroy(),
  "answers 204": (response) => response.writeHead(204).end(),
  "answers text": (response) => response.writeHead(200, { "content-type": "text/plain" }).end("later"),
  "answers HTML": (response) => response.writeHead(200).end("<!doctype html><title>Maintenance</title>"),
  "answers null": (response) => response.writeHead(200).end("null"),
  "answers 400 in HTML": (response) => response.writeHead(400).end("<title>Bad request</title>"),
  redirects: (response) => response.writeHead(307, { location: "/elsewhere" }).end(),
  "redirects to itself": (response) => response.writeHead(307, { location: response.req.url }).end(),
  "answers a gzip bomb": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
  "never ends its answer"(response) {
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(MB)));
    };
    response.writeHead(200).on("drain", more);
    more();
  },
};

const tokensExpiringIn = (secondsLeft: number) => ({
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

/** Waits until no response is open: a call that has ended leaves no open connection. */
const waitForNoOpenResponses = ({ customer }: Harness) =>
  vi.waitFor(() => expect(customer.openResponses.size).toBe(0), { timeout: 5_000 });

const cases = (["metadata", "keys", "token"] as const).flatMap((endpoint) =>
  Object.entries(faults).map(([name, fault]) => [endpoint, name, fault] as const),
);

describe.concurrent("an identity provider whose", () => {
  it.for(cases)(
    "%s endpoint %s: renewals and sign-ins end within their time limits",
    async ([endpoint, , fault], { onTestFinished }) => {
      const harness = await startHarness();
      onTestFinished(() => harness.close());
      const browser = new SignInBrowser(harness.service);
      const record = sessionRecord({ user: anna, tokens: tokensExpiringIn(30) });
      const begun = endpoint === "metadata" ? undefined : await browser.begin();
      harness.customer.replacements.set(endpoint, fault);
      const signIn: Promise<unknown> = begun
        ? browser.complete(harness.customer.authorize(begun.url)).then(({ ok }) => ok)
        : harness.service.begin(
            "customer",
            browser.request("/login"),
            memorySession(sessionRecord()),
            "sign-in",
          );

      const [[token, renewalTook], [done, signInTook]] = await Promise.all([
        timed(harness.service.freshToken(memorySession(record))),
        timed(signIn),
      ]);
      expect([token, Boolean(done)]).toEqual(["old", false]);
      expect(renewalTook).toBeLessThan(renewal.waitMs + MARGIN_MS);
      expect(signInTook).toBeLessThan(tokenAnswer.ms + MARGIN_MS);
      // After a slow failure the next call doesn't wait for the provider again.
      if (renewalTook > 2 * renewal.slowMs)
        expect(await harness.service.renew(memorySession(record))).toBe("paused");
      await waitForNoOpenResponses(harness);
    },
  );

  it("token endpoint answers a renewal when no request waits any more: the renewal still waits", async ({
    onTestFinished,
  }) => {
    const harness = await startHarness();
    onTestFinished(() => harness.close());
    harness.customer.forgeToken = async (claims) => {
      await sleep(renewal.waitMs + 300);
      return harness.customer.sign(claims);
    };
    const tokens = tokensExpiringIn(30);
    const renewTokens = (renew: RenewTokens) => renew(tokens, AbortSignal.timeout(renewal.ms));
    expect(await harness.service.renew({ user: anna, tokens, renewTokens })).toBe("renewed");
  });

  it("token endpoint hangs for forty sign-ins: they leave no open connection", async ({ onTestFinished }) => {
    const harness = await startHarness();
    onTestFinished(() => harness.close());
    const callbacks = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const browser = new SignInBrowser(harness.service);
        const { url } = await browser.begin();
        return () => browser.complete(harness.customer.authorize(url));
      }),
    );
    harness.customer.replacements.set("token", faults.hangs!);
    const outcomes = await Promise.all(callbacks.map((complete) => complete()));
    expect(new Set(outcomes.map(({ ok }) => ok))).toEqual(new Set([false]));
    await waitForNoOpenResponses(harness);
  });
});

it("only so many of a herd's sign-ins run at once; one that waits too long gets 'busy', and can try the same callback again", async () => {
  const harness = await startHarness();
  onTestFinished(() => harness.close());
  const late = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation((ms) => (ms === signIns.waitMs ? late.signal : timeout(ms)));
  const held: ServerResponse[] = [];
  harness.customer.replacements.set("token", (response) => held.push(response));
  const callbacks = await Promise.all(
    Array.from({ length: signIns.places + 20 }, async () => {
      const browser = new SignInBrowser(harness.service);
      const callback = harness.customer.authorize((await browser.begin()).url);
      return () => browser.complete(callback);
    }),
  );
  const outcomes = callbacks.map((complete) =>
    complete().then(
      ({ ok }) => ok,
      (error: { kind?: string }) => error.kind,
    ),
  );
  await vi.waitFor(() => expect(held).toHaveLength(signIns.places));
  late.abort();
  expect(await Promise.all(outcomes.slice(signIns.places))).toEqual(Array.from({ length: 20 }, () => "busy"));
  for (const response of held) response.destroy();
  expect(await Promise.all(outcomes)).toHaveLength(signIns.places + 20);
  expect(held).toHaveLength(signIns.places);
  harness.customer.replacements.delete("token");
  spy.mockRestore();
  const again = await Promise.all(callbacks.slice(signIns.places).map((complete) => complete()));
  expect(again.map(({ ok }) => ok)).toEqual(Array.from({ length: 20 }, () => true));
});

it("a sign-in can be completed after a short outage of the session store", async () => {
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

it("cached metadata are used without waiting, however old they are", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const harness = await startHarness();
  onTestFinished(() => (vi.useRealTimers(), harness.close()));
  await new SignInBrowser(harness.service).begin();
  harness.customer.replacements.set("metadata", faults.hangs!);
  vi.advanceTimersByTime(2 * 3_600_000);
  const { url } = await new SignInBrowser(harness.service).begin();
  expect(url).toContain("/authorize");
  // The request for new metadata is still open.
  await expect.poll(() => harness.customer.openResponses.size).toBe(1);
});
