import { describe, expect, test, vi } from "vitest";
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

describe("who gets a stream", () => {
  test("nobody without a session, with a plain answer", async () => {
    const answer = await portal.get();
    expect(answer.response.statusCode).toBe(401);
    expect(answer.response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    await until(() => expect(answer.text).toBe("Sign in to get live events.\n"));
  });

  test("nobody without a current account", async () => {
    portal.sessions.all.set("bob", { handle: "h", user: { id: "b" }, account: undefined, tokens: undefined });
    expect((await portal.get("bob")).response.statusCode).toBe(401);
  });

  test("503 while the session store is away, as while draining", async () => {
    portal.sessions.down = true;
    expect((await portal.get("ann")).response.statusCode).toBe(503);
    portal.sessions.down = false;
    portal.live.drain();
    const answer = await portal.get("ann");
    expect(answer.response.statusCode).toBe(503);
    expect(answer.response.headers["retry-after"]).toBe("30");
  });

  test("a sign-out during the look at the session is not missed", async () => {
    const peek = vi.fn(async () => {
      if (peek.mock.calls.length > 1) return undefined;
      const session = portal.sessions.all.get("ann");
      portal.sessions.tell("ended", "ann");
      return session;
    });
    Object.assign(portal.sessions, { peek });
    expect((await portal.get("ann")).response.statusCode).toBe(401);
    expect(peek).toHaveBeenCalledTimes(2);
  });

  test("a signed-in user, with headers that no proxy may buffer or keep", async () => {
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
  test("an event reaches each stream of its user and account, as kind and id only", async () => {
    const streams = [await portal.get("ann"), await portal.get("ann")];
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 42, secret: "not for the browser" });
    for (const stream of streams) {
      await until(() => expect(stream.text).toContain('data: {"kind":"LineFaultCheck","id":"42"}\n\n'));
      expect(stream.text).not.toContain("secret");
      expect(stream.text).toMatch(/^retry: \d+\nid: \w+-0\nevent: ready\ndata: \{\}\n\n/);
    }
  });

  test("an id with line breaks cannot make a message of its own", async () => {
    const stream = await portal.get("ann");
    await connected();
    hub.send("FailedLineFaultCheck", { lineFaultCheckId: "1\n\nevent: bye\r\ndata: x" });
    await until(() => expect(stream.events).toContain("notification"));
    expect(stream.events).toEqual(["ready", "notification"]);
  });

  test("an argument that names no check is left out, the next one comes", async () => {
    const stream = await portal.get("ann");
    await connected();
    for (const argument of [null, "7", {}, { lineFaultCheckId: {} }]) hub.send("LineFaultCheck", argument);
    hub.send("LineFaultCheck", { lineFaultCheckId: 8 });
    await until(() => expect(stream.events).toEqual(["ready", "notification"]));
  });

  test("the hub gets the user's token and the account", async () => {
    await portal.get("ann");
    await connected();
    expect(hub.visits[0]).toMatchObject({ token: "token-ann", clientId: "client-1" });
  });

  test("another account's streams have a hub connection of their own", async () => {
    portal.sessions.signIn("bob", { clientId: "client-2" });
    await portal.get("ann");
    await portal.get("bob");
    await connected(2);
    expect(hub.open.map((visit) => visit.clientId).sort()).toEqual(["client-1", "client-2"]);
  });
});

describe("coming back", () => {
  test("a browser that comes back is told what it missed, once", async () => {
    await restartPortal({ limits: { idleMs: 3_600_000 } });
    const first = await portal.get("ann");
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 1 });
    await until(() => expect(first.events).toContain("notification"));
    first.close();
    await until(() => expect(portal.live.stats().streams).toBe(0));
    hub.send("LineFaultCheck", { lineFaultCheckId: 2 });
    const again = await portal.get("ann", { "Last-Event-ID": first.lastId ?? "" });
    await until(() => expect(again.text).toContain('"id":"2"'));
    expect(again.text).not.toContain('"id":"1"');
    expect(again.events).not.toContain("resync");
    const anew = await portal.get("ann", {}, `/live?after=${again.lastId}`);
    await until(() => expect(anew.events).toEqual(["ready"]));
  });

  test.each(["another-3", "nonsense", "0", "-1"])("the unknown id %s gets a resync", async (id) => {
    const stream = await portal.get("ann", { "Last-Event-ID": id });
    await until(() => expect(stream.events).toEqual(["resync", "ready"]));
  });

  test("an id that is too old gets a resync", async () => {
    const stream = await portal.get("ann");
    await connected();
    await until(() => expect(stream.events).toContain("ready"));
    const old = stream.lastId;
    for (let id = 1; id <= 40; id += 1) hub.send("LineFaultCheck", { lineFaultCheckId: id });
    await until(() => expect(stream.events).toHaveLength(41));
    const again = await portal.get("ann", { "Last-Event-ID": old ?? "" });
    await until(() => expect(again.events).toEqual(["resync", "ready"]));
  });

  test("after the hub was away pages are asked to resync, and events come again", async () => {
    const stream = await portal.get("ann");
    await connected();
    const { port } = hub;
    await hub.stop();
    await until(() => expect(portal.live.stats().connected).toBe(0));
    await startHub(port);
    await connected();
    await until(() => expect(stream.events).toEqual(["ready", "resync"]));
    hub.send("LineFaultCheck", { lineFaultCheckId: 5 });
    await until(() => expect(stream.events).toEqual(["ready", "resync", "notification"]));
    expect(hub.open).toHaveLength(1);
  });

  test("a hub that is down at first is tried until it is there", async () => {
    const { port } = hub;
    await hub.stop();
    const stream = await portal.get("ann");
    await until(() => expect(portal.logged.join()).toContain("The notification hub cannot be reached"));
    expect(stream.events).toEqual(["ready"]);
    await startHub(port);
    await until(() => expect(stream.events).toEqual(["ready", "resync"]));
  });
});

describe("a page that was made before its stream", () => {
  const event = (id: string) => ({ kind: "LineFaultCheck", id, notificationId: `n${id}` }) as const;
  const told = ({ text }: { text: string }) => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);
  const streamOfPage = (made: number, path = "/live") => portal.get("ann", {}, `${path}?after=${made}`);
  const earlier = Date.parse("2026-11-01");

  test("is told what came meanwhile, without a call, and nothing that came before it", async () => {
    const first = await portal.get("ann");
    await connected();
    hub.send("LineFaultCheck", { lineFaultCheckId: 1 });
    await until(() => expect(told(first)).toEqual(["1"]));
    const before = Date.now();
    await until(() => expect(Date.now()).toBeGreaterThan(before));
    const made = Date.now();
    hub.send("LineFaultCheck", { lineFaultCheckId: 2 });
    await until(() => expect(told(first)).toEqual(["1", "2"]));
    for (const path of ["/live", "/live/missed"]) {
      const stream = await streamOfPage(made, path);
      await until(() => expect(stream.events).toEqual(["notification", "ready"]));
      expect(told(stream)).toEqual(["2"]);
    }
    expect(portal.askedWith).toEqual([]);
  });

  test("is told what the hub said before anybody listened: one call for all streams", async () => {
    portal.unread.push(event("7"));
    const streams = [await streamOfPage(earlier), await streamOfPage(earlier + 1)];
    for (const stream of streams) {
      await until(() => expect(told(stream)).toEqual(["7"]));
      expect(stream.text).toContain('{"kind":"LineFaultCheck","id":"7","notificationId":"n7"}');
    }
    const late = await streamOfPage(earlier);
    await until(() => expect(late.events).toEqual(["notification", "ready"]));
    expect(portal.askedWith).toEqual(["token-ann"]);
  });

  test("is asked for also when the hub connection of others stood already", async () => {
    const other = await portal.get("ann");
    await connected();
    portal.unread.push(event("8"));
    const missed = await streamOfPage(earlier, "/live/missed");
    await until(() => expect(missed.ended).toBe(true));
    await until(() => expect(told(other)).toEqual(["8"]));
  });

  test("in a tab whose browser streams from another instance: the list is asked, and the answer ends", async () => {
    portal.unread.push(event("9"));
    const missed = await streamOfPage(earlier, "/live/missed");
    await until(() => expect(missed.ended).toBe(true));
    expect(missed.events).toEqual(["notification", "ready"]);
    expect(told(missed)).toEqual(["9"]);
    expect(missed.lastId).toMatch(/^\d{13}$/);
    expect(portal.live.stats()).toEqual({ streams: 0, channels: 0, connected: 0 });
  });

  test("that missed more than is remembered loads its data again", async () => {
    const first = await portal.get("ann");
    await connected();
    const made = Date.now();
    for (let id = 1; id <= 40; id += 1) hub.send("LineFaultCheck", { lineFaultCheckId: id });
    await until(() => expect(first.events).toHaveLength(41));
    const stream = await streamOfPage(made);
    await until(() => expect(stream.events).toEqual(["resync", "ready"]));
  });
});

describe("tokens", () => {
  test("a token with less than a minute left is renewed first", async () => {
    portal.sessions.signIn("ann", { tokenLifeMs: 30_000 });
    await portal.get("ann");
    await connected();
    expect(hub.visits.map((visit) => visit.token)).toEqual(["token-ann-1"]);
  });

  test("a token that the hub refuses is renewed", async () => {
    hub.refusedTokens.add("token-ann");
    await portal.get("ann");
    await connected();
    expect(hub.visits.map((visit) => visit.token)).toEqual(["token-ann-1"]);
    expect(portal.logged.join()).toContain("The hub answered 401");
    expect(portal.logged.join()).not.toContain("token-ann");
  });

  test("the connection is replaced before its token expires, and the page resyncs", async () => {
    await restartPortal({ hubTiming: { recycleLeadMs: 3_599_900, shortestLifeMs: 10 } });
    const stream = await portal.get("ann");
    await until(() => expect(hub.visits.length).toBeGreaterThan(1));
    await until(() => expect(stream.events.slice(0, 2)).toEqual(["ready", "resync"]));
    await until(() => expect(hub.visits[0]?.socket.readyState).toBe(3));
  });
});
