import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "./frames.ts";
import { HubLink, type HubLinkSettings } from "./hub-connection.ts";
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

/** The link stands, hears an event, and holds one socket, however it came to that. */
async function hears(): Promise<void> {
  await until(() => expect([link?.connected, hub.open.length]).toEqual([true, 1]));
  hub.send("LineFaultCheck", { lineFaultCheckId: 7 });
  await until(() => expect(events.at(-1)).toEqual({ kind: "LineFaultCheck", id: "7" }));
}

/** Until so many more negotiations have come. */
async function triesAgain(times: number): Promise<void> {
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
  // Fetch keeps the connection of a good negotiation for the next one; nothing else may be left.
  await until(() => expect(hub.open).toHaveLength(0));
  await until(() => expect(hub.sockets.size).toBeLessThanOrEqual(1));
  await hub.stop();
});

test.each([
  ["none", async () => undefined],
  ["an error", () => Promise.reject(new Error("no token to be had"))],
])("a token that could not be had sixty times (%s) is asked for again", async (_, nothing) => {
  let asked = 0;
  connect({ token: () => ((asked += 1) <= 60 ? nothing() : Promise.resolve(token)) });
  await hears();
  expect(hub.negotiations).toBe(1);
});

test("a token that could not be had when the hub came back is asked for again", async () => {
  let withheld = 0;
  connect({ token: async () => (withheld-- > 0 ? undefined : token) });
  await hears();
  withheld = 20;
  for (const { socket } of hub.open) socket.terminate();
  await until(() => expect(connections).toBe(2));
  await hears();
});

test("each connection has a token of its time", async () => {
  let asked = 0;
  connect({ token: async () => ({ ...token, value: `token-${(asked += 1)}` }) });
  await hears();
  for (const { socket } of hub.open) socket.terminate();
  await until(() => expect(connections).toBe(2));
  const tokens = hub.visits.map((visit) => visit.token);
  expect(new Set(tokens).size).toBe(2);
});

test("a hub that flaps is found again, waited for ever longer, and told of each time", async () => {
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
  const waits = times.slice(1).map((time, at) => time - times[at]!);
  expect(Math.min(...waits.slice(-2))).toBeGreaterThan(100);
  expect(hub.sockets.size).toBeLessThanOrEqual(2);
  hub.accept = undefined;
  await hears();
});

test("a hub that closes for good is begun anew", async () => {
  connect();
  await hears();
  for (const { socket } of hub.open) socket.send(`{"type":7}${endOfRecord}`);
  await until(() => expect(connections).toBe(2));
  await hears();
  expect(logged.join()).toContain('"reason":"closed"');
});

test("a connection that we end ourselves is no fault, also where it was about to stand", async () => {
  connect();
  await hears();
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
  await hears();
  expect(logged).toEqual([]);
});

test("a hub that accepts and never answers the handshake is given up, without a socket left", async () => {
  hub.accept = () => undefined;
  connect({ timing: { ...quick, silenceMs: 30 } });
  await triesAgain(5);
  expect(hub.sockets.size).toBeLessThanOrEqual(2);
  hub.accept = undefined;
  await hears();
});

test.each([
  ["nonsense", "nonsense"],
  ["nonsense as a record", `nonsense${endOfRecord}`],
  ["an error", `{"error":"no"}${endOfRecord}`],
])("a hub that says %s before it is asked ends nothing but its connection", async (_, text) => {
  hub.accept = (socket) => socket.send(text);
  connect({ timing: { ...quick, silenceMs: 1_000 } });
  await triesAgain(3);
  hub.accept = undefined;
  await hears();
});

test("a message of 3 MB ends the connection, and the next one hears", async () => {
  connect();
  await hears();
  hub.send("LineFaultCheck", { lineFaultCheckId: 8, more: "x".repeat(3 * MB) });
  await until(() => expect(connections).toBe(2));
  expect(events).toHaveLength(1);
  await hears();
});

test("an endless answer to the negotiation is broken off", async () => {
  let sent = 0;
  hub.negotiate = (response) => {
    const more = () => {
      while (!response.destroyed && sent < 200 * MB && response.write("x".repeat(MB))) sent += MB;
    };
    response.on("drain", more);
    more();
  };
  connect();
  await triesAgain(2);
  expect(sent).toBeLessThan(100 * MB);
  hub.negotiate = undefined;
  await hears();
});

test.each([
  ["204", 204, ""],
  ["text", 200, "welcome"],
  ["HTML", 200, "<!doctype html><title>Sign in</title>"],
  ["null", 200, "null"],
  ["nothing of use", 200, '{"availableTransports":"none"}'],
  ["a redirect", 302, ""],
  ["500", 500, "secret stack"],
])(
  "a negotiation that answers %s is tried again, and what it said is not logged",
  async (_, status, body) => {
    hub.negotiate = (response) =>
      response.writeHead(status, { location: "/elsewhere", "content-type": "text/html" }).end(body);
    connect();
    await triesAgain(2);
    hub.negotiate = undefined;
    await hears();
    expect(logged.join()).toContain("The notification hub cannot be reached");
    expect(logged.join()).not.toContain("secret");
  },
);

test("a cookie of the negotiation comes back with the socket: it names the server that knows of it", async () => {
  const cookies: (string | undefined)[] = [];
  hub.negotiate = (response) => {
    response.setHeader("set-cookie", ["affinity=abc; Path=/; HttpOnly", "other=1"]);
    hub.negotiate = undefined;
    hub.answerNegotiation(response);
  };
  hub.upgraded = (request) => cookies.push(request.headers.cookie);
  connect();
  await hears();
  expect(cookies).toEqual(["affinity=abc; other=1"]);
});
