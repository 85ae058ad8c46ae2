import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerBytes, largeAnswers, upstreamLimits } from "#shared/limits.ts";
import { createPortalApi, type Caller } from "./client.ts";
import { hadNoEffect, type PortalApiError } from "./errors.ts";
import { createFilesClient } from "./files-client.ts";
import { operation } from "./operation.ts";
import { firstOf } from "./shapes.ts";
import { Upstreams } from "./upstreams.ts";

const base = { method: "GET", answer: z.unknown(), failure: "It failed." } as const;
const getThing = operation({ ...base, path: "thing" });
const saveThing = operation({ ...base, method: "POST", path: "thing", body: z.object({}) });
const listThings = operation({ ...base, path: "things", answer: firstOf(z.object({})), isList: true });
const checkFile = { method: "HEAD", path: "file", failure: "It failed." } as const;

let server: Server;
let url: string;
let requestedPaths: string[];
let answer: (res: ServerResponse, path: string) => unknown;
beforeAll(async () => {
  server = createServer((req, res) => {
    requestedPaths.push(req.url ?? "");
    res.on("error", () => undefined);
    answer(res, req.url ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requestedPaths = [];
});

const baseCaller: Caller = { identityToken: () => "token", clientId: undefined, requestId: "r1" };
const settings = { subscriptionKey: "key", timeoutMs: 10_000 };
const api = (more: object = {}, caller: Partial<Caller> = {}) =>
  createPortalApi({ baseUrl: url, ...settings, ...more }, { ...baseCaller, ...caller });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ kind, causeCode, status }: PortalApiError) => [kind, causeCode, status],
  );

/** Repeats a step until the connection closes. */
const repeatUntilClosed = (res: ServerResponse, step: () => void) => {
  const timer = setInterval(step, 20);
  res.on("close", () => clearInterval(timer));
};
const drip = (res: ServerResponse) => {
  res.writeHead(200).write("[");
  repeatUntilClosed(res, () => res.write(" "));
};
const hints = (res: ServerResponse) =>
  repeatUntilClosed(res, () => res.writeEarlyHints({ link: "</a.css>; rel=preload" }));
const hang = () => undefined;
const send = (body: string | Buffer, headers = {}, status = 200) => {
  return (res: ServerResponse) => res.writeHead(status, headers).end(body);
};
const { one: maxBytes, list: maxListBytes } = answerBytes;
const gzip = { "content-encoding": "gzip" };

describe("an answer", () => {
  it.each<[string, typeof answer, readonly unknown[] | undefined]>([
    ["hangs", hang, ["timeout", "TimedOut"]],
    ["drips", drip, ["timeout", "TimedOut"]],
    ["sends only early hints", hints, ["timeout", "TimedOut"]],
    ["is reset", (res) => res.socket?.resetAndDestroy(), ["network", "ECONNRESET"]],
    ["is exactly as large as allowed", send(`"${"a".repeat(maxBytes - 2)}"`), undefined],
    ["is larger than allowed", send(`"${"a".repeat(maxBytes)}"`), ["malformed", "TOO_LARGE", 200]],
    ["is a larger refusal", send(`"${"a".repeat(maxBytes)}"`, {}, 403), ["forbidden", undefined, 403]],
    ["contains too many values", send(`[${"{},".repeat(200_000)}1]`), ["malformed", "TOO_MANY_VALUES", 200]],
    ["is one text with many commas", send(JSON.stringify("[{,".repeat(500_000))), undefined],
    ["is compressed", send(gzipSync("[]"), gzip), ["malformed", "ENCODED", 200]],
    ["is a gzip bomb", send(gzipSync(Buffer.alloc(50_000_000)), gzip), ["malformed", "ENCODED", 200]],
    ["is a redirect", send("", { location: "/elsewhere" }, 302), ["malformed", "REDIRECT", 302]],
    ["is HTML", send("<!doctype html>"), ["malformed", "NOT_JSON", 200]],
  ])("that %s ends in time, with the right error if any", async (_name, respond, failure) => {
    answer = respond;
    const result = await failureOf(api({ timeoutMs: respond === hang ? 100 : 2_000 }).call(getThing, {}));
    expect(result).toEqual(failure && expect.arrayContaining([...failure]));
    expect(requestedPaths.every((path) => path === "/thing")).toBe(true);
  });

  it("may be larger for a list, of which only the first items are parsed", async () => {
    answer = send(`[${"{},".repeat(20_000)}{"text":"${"a".repeat(2 * maxBytes)}"}]`);
    expect(await api().call(listThings, {})).toHaveLength(5_000);
    answer = send(JSON.stringify(["a".repeat(maxListBytes)]));
    expect(await failureOf(api().call(listThings, {}))).toContain("TOO_LARGE");
    expect(await failureOf(api({ answerBytes: { one: 5, list: 5 } }).call(listThings, {}))).toContain(
      "TOO_LARGE",
    );
  });

  it("that refuses at great length is read as a refusal without texts", async () => {
    const errors = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name${index}`, ["no"]]));
    answer = send(JSON.stringify({ errors }), {}, 400);
    await expect(api().call(saveThing, { body: {} })).rejects.toMatchObject({
      kind: "rejected",
      brokenRules: [],
    });
  });

  it("that is large waits while as many are being read; a small one and that of a write don't", async () => {
    const upstreams = new Upstreams(() => undefined);
    const large = JSON.stringify([{ text: "a".repeat(largeAnswers.fromBytes) }]);
    answer = send(large);
    const others = Array.from({ length: largeAnswers.places }, (_, index) =>
      upstreams.placeForLargeAnswer(`GET ${index}`),
    );
    for (const other of others) await other.take(AbortSignal.timeout(1_000));

    const list = (timeoutMs: number) => api({ upstreams, timeoutMs }).call(listThings, {});
    // Waiting here opens no circuit breaker of the operation.
    for (let calls = 0; calls < upstreamLimits.timeoutsInARow; calls += 1)
      expect(await failureOf(list(50))).toContain("timeout");
    answer = send("[]");
    expect(await list(5_000)).toEqual([]);
    answer = send(large);
    expect(await api({ upstreams }).call(saveThing, { body: {} })).toHaveLength(1);
    for (const other of others) other.leave();
    for (let more = 0; more < largeAnswers.places; more += 1) expect(await list(5_000)).toHaveLength(1);
  });

  it("that the caller aborted is observed as aborted", async () => {
    answer = hang;
    const seen: unknown[] = [];
    const leaving = new AbortController();
    const caller = { signal: leaving.signal, observe: (...all: unknown[]) => seen.push(all.slice(0, 2)) };
    const call = failureOf(api({ timeoutMs: 5_000 }, caller).call(getThing, {}));
    await expect.poll(() => requestedPaths.length).toBe(1);
    leaving.abort();
    await call;
    expect(seen).toEqual([["GET thing", "aborted"]]);
  });
});

it.each<[string, typeof answer]>([
  ["hangs", hang],
  ["sends only early hints", hints],
])("checking and opening a file that %s ends at the time-out", async (_name, respond) => {
  answer = respond;
  const files = createFilesClient({ ...settings, url, timeoutMs: 60_000 }, baseCaller);
  expect(await failureOf(files.check(checkFile, {}, { timeoutMs: 200 }))).toContain("timeout");
  const impatientFiles = createFilesClient({ ...settings, url, timeoutMs: 200 }, baseCaller);
  expect(await failureOf(impatientFiles.open({ ...checkFile, method: "GET" }, {}))).toContain("timeout");
});

it("a file's body ends with its caller, even if the service stalls", async () => {
  const closed = Promise.withResolvers<void>();
  answer = (res) => {
    res.once("close", closed.resolve);
    res.write("%PDF");
  };
  const files = createFilesClient({ ...settings, url, timeoutMs: 60_000 }, baseCaller);
  const caller = new AbortController();
  const { body } = await files.open({ ...checkFile, method: "GET" }, {}, caller.signal);
  body.once("data", () => caller.abort(new Error("gone")));
  await expect(body.toArray()).rejects.toThrow("gone");
  await closed.promise;
});

it("a call isn't sent if it gets no place in time or its breaker is open", async () => {
  const upstreams = new Upstreams(() => undefined);
  const { origin } = new URL(url);
  const places = Array.from({ length: upstreamLimits.calls / 2 }, () =>
    upstreams.acquire(origin, "POST thing", new AbortController().signal),
  );
  await Promise.all(places);
  const save = () =>
    api({ upstreams, timeoutMs: 50 })
      .call(saveThing, { body: {} })
      .catch((error: PortalApiError) => error);
  const late = await save();
  for (let times = 0; times < upstreamLimits.timeoutsInARow; times += 1)
    upstreams.recordTimeout("POST thing");
  const refused = await save();
  expect([late, refused]).toMatchObject([
    { kind: "network", causeCode: "NO_PLACE" },
    { kind: "network", causeCode: "BREAKER_OPEN" },
  ]);
  expect([late, refused].map(hadNoEffect)).toEqual([true, true]);
  expect(requestedPaths).toEqual([]);
});

it("calls with a shorter time-out share their places with the same call without one", async () => {
  const upstreams = new Upstreams(() => undefined);
  const hold = () => upstreams.acquire(new URL(url).origin, "GET thing", new AbortController().signal);
  await Promise.all(Array.from({ length: upstreamLimits.calls / 2 }, hold));
  answer = (res) => res.end("[]");
  const shortCall = api({ upstreams }).call(getThing, {}, { timeoutMs: 50 });
  expect(await failureOf(shortCall)).toContain("NO_PLACE");
  expect(requestedPaths).toEqual([]);
});

it("time-outs of calls with a shorter time-out don't open the breaker of the same call without one", async () => {
  const upstreams = new Upstreams(() => undefined);
  answer = (res) => void setTimeout(() => res.end("[]"), 300);
  const client = api({ upstreams });
  for (let times = 0; times < upstreamLimits.timeoutsInARow; times += 1)
    expect(await failureOf(client.call(getThing, {}, { timeoutMs: 50, fresh: true }))).toContain("timeout");
  expect(await failureOf(client.call(getThing, {}, { timeoutMs: 50, fresh: true }))).toContain(
    "BREAKER_OPEN",
  );
  expect(await client.call(getThing, {}, { fresh: true })).toEqual([]);
});

it("a call with an invalid header value was certainly not sent", async () => {
  const refused = await api({}, { clientId: "Łódź-1" })
    .call(saveThing, { body: {} })
    .catch((error: PortalApiError) => error);
  expect([requestedPaths, hadNoEffect(refused)]).toEqual([[], true]);
});

it("a call that times out closes its connection", async () => {
  let closed: Promise<unknown> | undefined;
  answer = (res) => void (closed = once(res, "close"));
  await failureOf(api({ timeoutMs: 1_000 }).call(getThing, {}));
  expect(closed).toBeDefined();
  await closed;
});
