import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { guardRoutes } from "#app/request/guard-routes.ts";
import { openToAnyone } from "#app/request/require.ts";
import type { LoadContext } from "#server/load-context.ts";
import { createPendingWork, type PendingWork } from "#server/pending-work.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { timeouts } from "#shared/limits.ts";
import { setUpErrorPages } from "./set-up-error-pages.ts";
import { setUpRemix, type RemixSetup } from "./set-up-remix.ts";

const quiet = () => undefined;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A portal with one resource route, which answers with `answer`. */
async function serve(
  answer: (context: LoadContext) => Response | Promise<Response>,
  pendingWork: PendingWork = createPendingWork({ warn: quiet }, { countBackground: quiet }),
  commit = async () => {},
): Promise<string> {
  const loader = (args: LoaderFunctionArgs) => {
    openToAnyone(args);
    return answer(args.context);
  };
  const route = { id: "file", path: "file", module: { loader } };
  const build = {
    routes: { file: route },
    entry: { module: { guardRoutes, default: quiet, streamTimeout: 1 } },
    future: { v3_singleFetch: true },
    assets: {},
    basename: "/",
  } as unknown as ServerBuild;
  const setup = {
    build: async () => build,
    config: { production: true, publicUrl: "http://localhost" },
    services: { pendingWork, inBackground: pendingWork.inBackground },
    sessions: { sessionOf: () => ({ commit }) },
  } as unknown as RemixSetup;
  const app = express();
  app.use((_req, res, next) => {
    Object.assign(res.locals, { log: { warn: quiet, error: quiet }, policy: { nonce: "" }, requestId: "1" });
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  app.use(compression());
  app.use(setUpRemix(setup));
  app.use(setUpErrorPages({ clearCookie: quiet }));
  const server = app.listen(0);
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

/** A body that sends a first part, and calls `end` for the rest when `proceed` is called. */
function inParts(end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  let proceed: () => void = quiet;
  const gate = new Promise<void>((resolve) => (proceed = resolve));
  let begun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) {
        begun = true;
        return controller.enqueue(new TextEncoder().encode("first "));
      }
      await gate;
      end(controller);
    },
  });
  return { body, proceed };
}

const MB = 1_048_576;
const asFile = { "Content-Disposition": 'attachment; filename="a.csv"' };

describe("a download", () => {
  it("is sent while it is still being produced", async () => {
    const { body, proceed } = inParts((controller) => {
      controller.enqueue(new TextEncoder().encode("second"));
      controller.close();
    });
    const reply = await fetch(await serve(() => new Response(body, { headers: asFile })));
    const reader = reply.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe("first ");
    proceed();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe("second");
    expect((await reader?.read())?.done).toBe(true);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  it("is aborted, not ended normally, if the rest fails", async () => {
    const { body, proceed } = inParts((controller) => controller.error(new Error("gone")));
    const reply = await fetch(await serve(() => new Response(body, { headers: asFile })));
    const reader = reply.body?.getReader();
    await reader?.read();
    proceed();
    await expect(reader?.read()).rejects.toThrow();
  });

  it.each(["gzip", "identity"])("is produced only as fast as the browser reads it (%s)", async (encoding) => {
    let produced = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (produced === 24 * MB) return controller.close();
        produced += MB / 16;
        controller.enqueue(randomBytes(MB / 16));
      },
    });
    const headers = { ...asFile, "Content-Type": "text/csv" };
    const url = await serve(() => new Response(body, { headers }));
    const sent = get(url, { headers: { "accept-encoding": encoding } });
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    await expect
      .poll(
        async () => {
          const before = produced;
          await delay(200);
          return produced - before;
        },
        { timeout: 10_000 },
      )
      .toBe(0);
    expect(produced).toBeLessThan(16 * MB);
    let received = 0;
    for await (const part of reply) received += (part as Buffer).length;
    expect(received).toBeGreaterThanOrEqual(24 * MB);
  });

  it("is cancelled if the browser stops reading", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let produced = 0;
    let ended: (reason: unknown) => void = quiet;
    const end = new Promise((resolve) => (ended = resolve));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += MB / 16;
        controller.enqueue(new Uint8Array(MB / 16));
      },
      cancel: (reason) => ended(reason ?? "ended"),
    });
    const sent = get(await serve(() => new Response(body, { headers: asFile })));
    sent.on("error", quiet);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    reply.on("error", quiet);
    // Wait until nothing is produced any more and the time limit of the stalled response runs.
    for (let [quietTurns, before] = [0, -1]; quietTurns < 500; before = produced) {
      quietTurns = produced === before && vi.getTimerCount() > 0 ? quietTurns + 1 : 0;
      await nextTurn();
    }
    vi.advanceTimersByTime(timeouts.stalledMs);
    vi.useRealTimers();
    expect(await end).toBeDefined();
  });

  it("is cancelled when the browser disconnects", async () => {
    let cancelled: (reason: unknown) => void = quiet;
    const cancellation = new Promise((resolve) => (cancelled = resolve));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: (reason) => cancelled(reason ?? "disconnected"),
    });
    const leaving = new AbortController();
    const reply = await fetch(await serve(() => new Response(body, { headers: asFile })), {
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();
    expect(await cancellation).toBeDefined();
  });
});

describe("any other answer", () => {
  it("replaces the headers that middleware has set", async () => {
    const headers = [
      ["Cache-Control", "private"],
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
    ] as [string, string][];
    const reply = await fetch(await serve(() => new Response("page", { headers })));
    expect(reply.headers.get("cache-control")).toBe("private");
    expect(reply.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await reply.text()).toBe("page");
  });
});

it("doesn't send a handler's response if its session couldn't be stored", async () => {
  const failingCommit = () => Promise.reject(new SessionStoreUnavailable());
  const reply = await fetch(await serve(() => new Response("done"), undefined, failingCommit));
  expect(reply.status).toBe(503);
  expect(await reply.text()).not.toBe("done");
});

describe("work after the response", () => {
  it("begins when the response has ended, or immediately if the browser has already disconnected", async () => {
    const done: string[] = [];
    const release = Promise.withResolvers<void>();
    const disconnected = Promise.withResolvers<void>();
    let isSlow = false;
    const pendingWork = createPendingWork({ warn: quiet }, { countBackground: quiet });
    const answer = async ({ afterResponse, signal }: LoadContext) => {
      if (isSlow) {
        signal.addEventListener("abort", () => disconnected.resolve());
        await release.promise;
      }
      afterResponse("note", async () => void done.push(isSlow ? "late" : "in time"));
      expect(done).toHaveLength(isSlow ? 1 : 0);
      return new Response("answered");
    };
    const url = await serve(answer, pendingWork);
    await (await fetch(url)).text();
    await expect.poll(() => done).toEqual(["in time"]);

    isSlow = true;
    const leaving = new AbortController();
    const reply = fetch(url, { signal: leaving.signal });
    await expect.poll(() => pendingWork.names()).toEqual(["file"]);
    leaving.abort();
    await expect(reply).rejects.toThrow();
    await disconnected.promise;
    expect(pendingWork.names()).toEqual(["file"]);
    release.resolve();
    await expect.poll(() => done).toEqual(["in time", "late"]);
    await pendingWork.settled(5_000);
    expect(pendingWork.names()).toEqual([]);
  });
});
