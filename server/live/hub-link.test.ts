import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#shared/live-kinds.ts";
import { HubLink, type HubLinkSettings } from "./hub-link.ts";
import { endOfRecord, TestHub } from "./testing/hub.ts";

vi.setConfig({ testTimeout: 20_000 });
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

const token = { value: "token", expiresAt: Date.now() + 3_600_000 };
const quick = { firstRetryMs: 2, longestRetryMs: 10 };
const MB = 1024 * 1024;

let hub: TestHub;
let link: HubLink | undefined;
let events: LiveEvent[];
let logged: string[];
let connections: number;

function connect(changes: Partial<HubLinkSettings> = {}): void {
  link = new HubLink({
    url: hub.url,
    clientId: "client-1",
    token: async () => token,
    onEvent: (event) => events.push(event),
    onConnected: () => (connections += 1),
    log: pino({ level: "debug" }, { write: (line: string) => void logged.push(line) }),
    timing: quick,
    ...changes,
  });
}

/** Waits until the link is connected with a single socket and receives an event. */
async function receivesEvent(): Promise<void> {
  await until(() => expect([link?.connected, hub.open.length]).toEqual([true, 1]));
  hub.send("LineFaultCheck", { lineFaultCheckId: 7 });
  await until(() => expect(events.at(-1)).toEqual({ kind: "LineFaultCheck", id: "7" }));
}

/** Waits for this many further negotiations. */
async function waitForNegotiations(times: number): Promise<void> {
  const before = hub.negotiations;
  await until(() => expect(hub.negotiations).toBeGreaterThanOrEqual(before + times));
}

beforeEach(async () => {
  [events, logged, connections] = [[], [], 0];
  hub = await new TestHub().start();
});

afterEach(async () => {
  await link?.stop();
  link = undefined;
  // Fetch keeps one connection for the next negotiation; no other may be left open.
  await until(() => expect(hub.open).toHaveLength(0));
  await until(() => expect(hub.sockets.size).toBeLessThanOrEqual(1));
  await hub.stop();
});

test.each([
  ["no token", async () => undefined],
  ["an error", () => Promise.reject(new Error("no token"))],
])("a token is requested again even after sixty failures (%s)", async (_, fail) => {
  let tokenCalls = 0;
  connect({ token: () => ((tokenCalls += 1) <= 60 ? fail() : Promise.resolve(token)) });
  await receivesEvent();
  expect(hub.negotiations).toBe(1);
});

test("a token that's missing at a reconnect is requested again", async () => {
  let missing = 0;
  connect({ token: async () => (missing-- > 0 ? undefined : token) });
  await receivesEvent();
  missing = 20;
  for (const { socket } of hub.open) socket.terminate();
  await until(() => expect(connections).toBe(2));
  await receivesEvent();
});

test("each connection uses a new token", async () => {
  let tokenCalls = 0;
  connect({ token: async () => ({ ...token, value: `token-${(tokenCalls += 1)}` }) });
  await receivesEvent();
  for (const { socket } of hub.open) socket.terminate();
  await until(() => expect(connections).toBe(2));
  const tokens = hub.handshakes.map((handshake) => handshake.token);
  expect(new Set(tokens).size).toBe(2);
});

test("a hub that keeps disconnecting is tried at growing intervals, and connected again once it is stable", async () => {
  const times: number[] = [];
  hub.accept = (socket) => {
    times.push(performance.now());
    socket.once("message", () => {
      socket.send(`{}${endOfRecord}`);
      setImmediate(() => socket.terminate());
    });
  };
  connect({ timing: { firstRetryMs: 4, longestRetryMs: 200 } });
  await until(() => expect(times.length).toBeGreaterThanOrEqual(9));
  const waits = times.slice(1).map((time, index) => time - times[index]!);
  expect(Math.min(...waits.slice(-2))).toBeGreaterThan(100);
  expect(hub.sockets.size).toBeLessThanOrEqual(2);
  hub.accept = undefined;
  await receivesEvent();
});

test("a hub that refuses the token is tried at intervals that grow beyond those of an outage", async () => {
  const times: number[] = [];
  hub.negotiate = (response) => {
    times.push(performance.now());
    response.writeHead(401).end();
  };
  connect({ timing: { ...quick, longestRefusedRetryMs: 400 } });
  await until(() => expect(times.length).toBeGreaterThanOrEqual(10));
  const waits = times.slice(1).map((time, index) => time - times[index]!);
  expect(Math.min(...waits.slice(-2))).toBeGreaterThan(100);
  hub.negotiate = undefined;
  await receivesEvent();
});

test("a connection logs once that its events name nothing", async () => {
  connect();
  await until(() => expect(hub.open).toHaveLength(1));
  for (const argument of [undefined, {}, { lineFaultCheckId: "" }]) hub.send("LineFaultCheck", argument);
  await receivesEvent();
  expect(events).toHaveLength(1);
  expect(logged).toEqual([expect.stringMatching(/"expected":"lineFaultCheckId".*an event without an id/)]);
});

test("a connection that the hub closes is replaced", async () => {
  connect();
  await receivesEvent();
  for (const { socket } of hub.open) socket.send(`{"type":7}${endOfRecord}`);
  await until(() => expect(connections).toBe(2));
  await receivesEvent();
  expect(logged.join()).toContain('"reason":"closed"');
});

test("recycling a connection logs no failure, even before its handshake", async () => {
  connect();
  await receivesEvent();
  link?.recycle();
  await until(() => expect(connections).toBe(2));
  let opened = 0;
  hub.accept = () => {
    opened += 1;
    hub.accept = undefined;
    link?.recycle();
  };
  link?.recycle();
  await until(() => expect([opened, connections]).toEqual([1, 3]));
  await receivesEvent();
  expect(logged).toEqual([]);
});

test("a connection whose handshake is never answered is given up, and its socket closed", async () => {
  hub.accept = () => undefined;
  connect({ timing: { ...quick, silenceMs: 30 } });
  await waitForNegotiations(5);
  expect(hub.sockets.size).toBeLessThanOrEqual(2);
  hub.accept = undefined;
  await receivesEvent();
});

test.each([
  ["nonsense", "nonsense"],
  ["an error", `{"error":"no"}${endOfRecord}`],
])("a hub that sends %s before the handshake loses only this connection", async (_, text) => {
  hub.accept = (socket) => socket.send(text);
  connect({ timing: { ...quick, silenceMs: 1_000 } });
  await waitForNegotiations(3);
  hub.accept = undefined;
  await receivesEvent();
});

test("a message of 3 MB ends the connection, and the next one receives events", async () => {
  connect();
  await receivesEvent();
  hub.send("LineFaultCheck", { lineFaultCheckId: 8, more: "x".repeat(3 * MB) });
  await until(() => expect(connections).toBe(2));
  expect(events).toHaveLength(1);
  await receivesEvent();
});

test("an endless answer to the negotiation is aborted", async () => {
  let sent = 0;
  hub.negotiate = (response) => {
    const more = () => {
      while (!response.destroyed && sent < 200 * MB && response.write("x".repeat(MB))) sent += MB;
    };
    response.on("drain", more);
    more();
  };
  connect();
  await waitForNegotiations(2);
  expect(sent).toBeLessThan(100 * MB);
  hub.negotiate = undefined;
  await receivesEvent();
});

test.each([
  ["HTML", 200, "<!doctype html><title>Sign in</title>"],
  ["no usable transport", 200, '{"availableTransports":"none"}'],
  ["a redirect", 302, ""],
  ["500", 500, "secret stack"],
])("a negotiation that answers %s is repeated, and the answer is not logged", async (_, status, body) => {
  hub.negotiate = (response) =>
    response.writeHead(status, { location: "/elsewhere", "content-type": "text/html" }).end(body);
  connect();
  await waitForNegotiations(2);
  hub.negotiate = undefined;
  await receivesEvent();
  expect(logged.join()).toContain("The notification hub can't be reached");
  expect(logged.join()).not.toContain("secret");
});

test("the socket's request has the negotiation's cookies, which may choose the server", async () => {
  const cookies: (string | undefined)[] = [];
  hub.negotiate = (response) => {
    response.setHeader("set-cookie", ["affinity=abc; Path=/; HttpOnly", "other=1"]);
    hub.negotiate = undefined;
    hub.answerNegotiation(response);
  };
  hub.upgraded = (request) => cookies.push(request.headers.cookie);
  connect();
  await receivesEvent();
  expect(cookies).toEqual(["affinity=abc; other=1"]);
});
