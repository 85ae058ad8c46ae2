import { describe, expect, test, vi } from "vitest";
import { jane } from "#server/session/testing/test-portal.ts";
import {
  connected,
  hub,
  portal,
  restartPortal,
  startHub,
  until,
  withHubAndPortal,
} from "./testing/hub-and-portal.ts";

withHubAndPortal();

/** The ids of the events that the stream has received. */
const eventIds = ({ text }: { text: string }) => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);

describe("opening a stream", () => {
  test("is refused with 401 and plain text without a session", async () => {
    const answer = await portal.get();
    expect(answer.response.statusCode).toBe(401);
    expect(answer.response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    await until(() => expect(answer.text).toBe("Sign in to get live events.\n"));
  });

  test("is refused with 401 without a current account", async () => {
    portal.sessions.all.set("bob", { handle: "h", user: jane, account: undefined, tokens: undefined });
    expect((await portal.get("bob")).response.statusCode).toBe(401);
  });

  test("is refused with 503 while the session store is down, and while draining", async () => {
    portal.sessions.down = true;
    expect((await portal.get("ann")).response.statusCode).toBe(503);
    portal.sessions.down = false;
    portal.live.drain();
    const answer = await portal.get("ann");
    expect(answer.response.statusCode).toBe(503);
    expect(answer.response.headers["retry-after"]).toBe("30");
  });

  test("is refused if the session ends while it is read", async () => {
    const peek = vi.fn(async () => {
      if (peek.mock.calls.length > 1) return undefined;
      const session = portal.sessions.all.get("ann");
      portal.sessions.publish("ended", "ann");
      return session;
    });
    Object.assign(portal.sessions, { peek });
    expect((await portal.get("ann")).response.statusCode).toBe(401);
    expect(peek).toHaveBeenCalledTimes(2);
  });

  test("doesn't read the session again because of events of other sessions", async () => {
    const { peek } = portal.sessions;
    let reads = 0;
    const busy = async (reference: string) => {
      reads += 1;
      if (reads < 100) portal.sessions.publish("ended", "bob");
      return peek(reference);
    };
    Object.assign(portal.sessions, { peek: busy });
    expect((await portal.get("ann")).response.statusCode).toBe(200);
    // The second read may be for the hub's token.
    expect(reads).toBeLessThan(3);
  });

  test("is refused with 503 if the session changes during each read", async () => {
    const { peek } = portal.sessions;
    const changing = async (reference: string) => {
      portal.sessions.publish("account-changed", "ann");
      return peek(reference);
    };
    Object.assign(portal.sessions, { peek: changing });
    expect((await portal.get("ann")).response.statusCode).toBe(503);
  });

  test("succeeds for a signed-in user, with headers against buffering and caching", async () => {
    const { response } = await portal.get("ann");
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-store, no-transform",
      "x-accel-buffering": "no",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

describe("relay", () => {
  test("an event is sent to each stream of its user and account, with only its kind and id", async () => {
    const streams = [await portal.get("ann"), await portal.get("ann")];
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 42, secret: "not for the browser" });
    for (const stream of streams) {
      await until(() => expect(stream.text).toContain('data: {"kind":"LineFaultCheck","id":"42"}\n\n'));
      expect(stream.text).not.toContain("secret");
      expect(stream.text).toMatch(/^retry: \d+\n\nevent: ready\ndata: \{\}\n\n/);
    }
  });

  test("an id with line breaks can't start another message", async () => {
    const stream = await portal.get("ann");
    await connected();
    hub.send("FailedLineFaultCheck", { lineFaultCheckId: "1\n\nevent: bye\r\ndata: x" });
    await until(() => expect(stream.events).toContain("notification"));
    expect(stream.events).not.toContain("bye");
  });

  test("streams of another account have a separate hub connection", async () => {
    portal.sessions.signIn("bob", { clientId: "client-2" });
    await portal.get("ann");
    await portal.get("bob");
    await connected(2);
    expect(hub.open.map((handshake) => handshake.clientId).sort()).toEqual(["client-1", "client-2"]);
  });
});

describe("reconnecting", () => {
  test("repeated events with the same id are all sent", async () => {
    const stream = await portal.get("ann");
    await connected();
    for (const id of [1, 2, 1]) hub.send("LineFaultCheck", { lineFaultCheckId: id });
    await until(() => expect(eventIds(stream)).toEqual(["1", "2", "1"]));
  });

  test("a browser that reconnects gets a ready event, and no events from before", async () => {
    await restartPortal({ limits: { idleMs: 3_600_000 } });
    const first = await portal.get("ann");
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 1 });
    await until(() => expect(eventIds(first)).toEqual(["1"]));
    first.close();
    await until(() => expect(portal.live.stats().streams).toBe(0));
    hub.send("LineFaultCheck", { lineFaultCheckId: 2 });
    const again = await portal.get("ann");
    await until(() => expect(again.events).toEqual(["ready"]));
    hub.send("LineFaultCheck", { lineFaultCheckId: 3 });
    await until(() => expect(eventIds(again)).toEqual(["3"]));
  });

  test("streams get a ready event when the hub is connected or reconnected, so that pages load what they missed", async () => {
    const stream = await portal.get("ann");
    await connected();
    await until(() => expect(stream.events).toEqual(["ready", "ready"]));
    const { port } = hub;
    await hub.stop();
    await until(() => expect(portal.live.stats().connected).toBe(0));
    await startHub(port);
    await connected();
    await until(() => expect(stream.events).toEqual(["ready", "ready", "ready"]));
    hub.send("LineFaultCheck", { lineFaultCheckId: 5 });
    await until(() => expect(eventIds(stream)).toEqual(["5"]));
    expect(hub.open).toHaveLength(1);
  });
});

describe("tokens", () => {
  test("a token with less than a minute left is renewed before the hub gets it", async () => {
    portal.sessions.signIn("ann", { tokenLifeMs: 30_000 });
    await portal.get("ann");
    await connected();
    expect(hub.handshakes.map((handshake) => handshake.token)).toEqual(["token-ann-1"]);
  });

  test("a token that the hub refuses isn't renewed for that, and the next one that its session has is tried", async () => {
    hub.refusedTokens.add("token-ann");
    await portal.get("ann");
    await until(() => expect(hub.negotiations).toBeGreaterThan(5));
    expect(portal.sessions.renewed).toEqual([]);
    expect(portal.logged.join()).toContain("The hub returned 401");
    expect(portal.logged.join()).not.toContain("token-ann");
    await portal.sessions.renew("ann");
    await connected();
    expect(hub.handshakes.map((handshake) => handshake.token)).toEqual(["token-ann-1"]);
  });

  test("while no page is open, the connection waits for one and logs nothing", async () => {
    const hubTiming = { recycleLeadMs: 3_599_900, shortestLifeMs: 10 };
    await restartPortal({ limits: { idleMs: 3_600_000 }, hubTiming });
    const stream = await portal.get("ann");
    await connected();
    stream.close();
    await until(() => expect(portal.live.stats().streams).toBe(0));
    await until(() => expect(portal.live.stats().connected).toBe(0));
    const { negotiations } = hub;
    await portal.get("ann");
    await until(() => expect(hub.negotiations).toBeGreaterThan(negotiations));
    expect(portal.logged).toEqual([]);
  });

  test("a channel without pages closes, although its connection waits for one", async () => {
    const hubTiming = { recycleLeadMs: 3_599_900, shortestLifeMs: 10 };
    await restartPortal({ limits: { idleMs: 300 }, hubTiming });
    const stream = await portal.get("ann");
    await connected();
    stream.close();
    await until(() => expect(portal.live.stats().channels).toBe(0));
    expect(portal.logged).toEqual([]);
  });

  test("without refresh tokens, events continue once the browser has signed in again", async () => {
    portal.sessions.signIn("ann", { tokenLifeMs: 30_000 });
    Object.assign(portal.sessions, { renew: portal.sessions.peek });
    const stream = await portal.get("ann");
    await until(() => expect(portal.logged.join()).toContain("No session has a token"));
    portal.sessions.signIn("ann");
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 6 });
    await until(() => expect(eventIds(stream)).toEqual(["6"]));
  });

  test("the connection is replaced before its token expires, and streams get a ready event", async () => {
    await restartPortal({ hubTiming: { recycleLeadMs: 3_599_900, shortestLifeMs: 10 } });
    const stream = await portal.get("ann");
    await until(() => expect(hub.handshakes.length).toBeGreaterThan(1));
    await until(() => expect(stream.events.slice(0, 3)).toEqual(["ready", "ready", "ready"]));
    await until(() => expect(hub.handshakes[0]?.socket.readyState).toBe(3));
  });
});
