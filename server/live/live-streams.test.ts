import { describe, expect, test } from "vitest";
import { connected, hub, portal, restartPortal, until, withHubAndPortal } from "./testing/hub-and-portal.ts";

withHubAndPortal();

describe("the end of a stream", () => {
  test("the fourth stream of a session ends the first with a bye event", async () => {
    const streams = [await portal.get("ann"), await portal.get("ann"), await portal.get("ann")];
    expect(portal.live.stats().streams).toBe(3);
    await portal.get("ann");
    await until(() => expect(streams.map((stream) => stream.ended)).toEqual([true, false, false]));
    expect(streams[0]?.text).toContain('event: bye\ndata: {"reason":"evicted"}\n\n');
    expect(portal.live.stats().streams).toBe(3);
  });

  test("a stream over the limit per person ends the person's oldest one", async () => {
    await restartPortal({ limits: { streamsOfPerson: 4 } });
    for (const other of ["ann-2", "ann-3"]) portal.sessions.signIn(other);
    portal.sessions.signIn("bob", { userId: "user-2" });
    const streams: Awaited<ReturnType<typeof portal.get>>[] = [];
    for (const reference of ["ann", "bob", "ann", "ann-2", "ann-3"])
      streams.push(await portal.get(reference));
    expect(portal.live.stats().streams).toBe(5);
    await portal.get("ann-3");
    await until(() =>
      expect(streams.map((stream) => stream.ended)).toEqual([true, false, false, false, false]),
    );
    expect(streams[0]?.text).toContain('event: bye\ndata: {"reason":"evicted"}\n\n');
    expect(portal.live.stats().streams).toBe(5);
  });

  test("a sign-out ends the session's streams, and that of the last session its hub connection at once", async () => {
    await restartPortal({ limits: { idleMs: 3_600_000 } });
    portal.sessions.signIn("ann-elsewhere");
    const here = await portal.get("ann");
    const elsewhere = await portal.get("ann-elsewhere");
    await connected();
    portal.sessions.all.delete("ann");
    portal.sessions.publish("ended", "ann");
    await until(() => expect(here.ended).toBe(true));
    expect(here.text).toContain('event: bye\ndata: {"reason":"signed-out"}\n\n');
    expect(elsewhere.ended).toBe(false);
    await until(() =>
      expect(hub.handshakes.map((handshake) => handshake.token)).toEqual([
        "token-ann",
        "token-ann-elsewhere",
      ]),
    );
    portal.sessions.publish("ended", "ann-elsewhere");
    await until(() => expect(hub.open).toHaveLength(0));
    expect(portal.live.stats()).toEqual({ streams: 0, channels: 0, connected: 0 });
  });

  test("a switch of account ends the streams without a bye event, so that the browser reconnects for the other account", async () => {
    const stream = await portal.get("ann");
    await connected();
    portal.sessions.signIn("ann", { clientId: "client-2" });
    portal.sessions.publish("account-changed", "ann");
    await until(() => expect(stream.ended).toBe(true));
    expect(stream.events).not.toContain("bye");
    await portal.get("ann");
    await until(() => expect(hub.open.map((handshake) => handshake.clientId)).toEqual(["client-2"]));
  });

  test("a heartbeat notices an expired session and a switch of account whose event was missed", async () => {
    await restartPortal({ limits: { heartbeatMs: 100, checkEvery: 1 } });
    portal.sessions.signIn("bob");
    const streams = [await portal.get("ann"), await portal.get("bob")];
    await until(() => expect(streams.every((stream) => stream.text.includes("\n:\n\n"))).toBe(true));
    expect(streams.some((stream) => stream.ended)).toBe(false);
    portal.sessions.all.delete("ann");
    portal.sessions.signIn("bob", { clientId: "client-2" });
    await until(() => expect(streams.every((stream) => stream.ended)).toBe(true));
    expect(streams.map((stream) => stream.events.includes("bye"))).toEqual([true, false]);
  });

  test("a session that loses Support loses its stream, and one without it never hears of tickets", async () => {
    await restartPortal({ limits: { heartbeatMs: 100, checkEvery: 1 } });
    portal.sessions.signIn("ann", { roles: ["client-1-Support"] });
    portal.sessions.signIn("ann-elsewhere");
    const [withSupport, without] = [await portal.get("ann"), await portal.get("ann-elsewhere")];
    await connected(2);
    hub.send("TicketUpdated", { supportTicketId: 61 });
    hub.send("LineFaultCheck", { lineFaultCheckId: "7" });
    for (const stream of [withSupport, without])
      await until(() => expect(stream.text).toContain("LineFaultCheck"));
    expect([withSupport, without].map(({ text }) => text.includes("TicketUpdated"))).toEqual([true, false]);
    portal.sessions.signIn("ann");
    await until(() => expect(withSupport.ended).toBe(true));
    expect(without.ended).toBe(false);
  });

  test("streams stay open while the session store is down", async () => {
    await restartPortal({ limits: { heartbeatMs: 40, checkEvery: 1 } });
    const stream = await portal.get("ann");
    portal.sessions.down = true;
    await until(() => expect(stream.text.match(/^:$/gm)?.length).toBeGreaterThan(3));
    expect(stream.ended).toBe(false);
  });

  test("draining ends streams and tells browsers when to reconnect", async () => {
    const stream = await portal.get("ann");
    portal.live.drain();
    await until(() => expect(stream.ended).toBe(true));
    expect(stream.text).toMatch(/retry: \d+\n\n$/);
    expect(portal.live.stats().streams).toBe(0);
  });

  test("a browser that doesn't read is disconnected", async () => {
    const stream = await portal.get("ann");
    await connected();
    stream.response.pause();
    stream.response.removeAllListeners("data");
    const id = "x".repeat(90);
    await until(() => {
      for (let sent = 0; sent < 2_000; sent += 1) hub.send("LineFaultCheck", { lineFaultCheckId: id });
      expect(portal.live.stats().streams).toBe(0);
    });
    expect(portal.streams.at(-1)).toBe(0);
  });
});

describe("counting", () => {
  test("ten streams of one user share one hub connection, which closes some time after the last stream", async () => {
    const references = ["a", "b", "c", "d"];
    for (const reference of references) portal.sessions.signIn(reference);
    const all = [...references, ...references, "a", "b"];
    const streams = await Promise.all(all.map((reference) => portal.get(reference)));
    await connected();
    expect(portal.live.stats()).toEqual({ streams: 10, channels: 1, connected: 1 });
    for (const stream of streams.slice(1)) stream.close();
    await until(() => expect(portal.live.stats().streams).toBe(1));
    expect(hub.open).toHaveLength(1);
    streams[0]?.close();
    await until(() => expect(portal.live.stats()).toEqual({ streams: 0, channels: 0, connected: 0 }));
    await until(() => expect(hub.open).toHaveLength(0));
    expect(hub.handshakes).toHaveLength(1);
  });

  test("a reloaded page uses the existing hub connection, which then stays", async () => {
    await restartPortal({ limits: { idleMs: 2_000 } });
    const stream = await portal.get("ann");
    await connected();
    stream.close();
    await until(() => expect(portal.live.stats().streams).toBe(0));
    await portal.get("ann");
    // Another person's channel ends later than that of the reloaded page would have.
    portal.sessions.signIn("bob", { userId: "user-2" });
    const later = await portal.get("bob");
    await connected(2);
    later.close();
    await until(() => expect(hub.open.map(({ token }) => token)).toEqual(["token-ann"]));
    expect(hub.handshakes).toHaveLength(2);
    expect(portal.live.stats()).toEqual({ streams: 1, channels: 1, connected: 1 });
  });

  test("500 streams leave nothing behind after they have closed", async () => {
    for (let round = 0; round < 5; round += 1) {
      const opened = Array.from({ length: 100 }, (_, index) => `reference-${index}`);
      for (const reference of opened) portal.sessions.signIn(reference);
      const streams = await Promise.all(opened.map((reference) => portal.get(reference)));
      expect(portal.live.stats().streams).toBe(100);
      for (const stream of streams) stream.close();
      await until(() => expect(portal.live.stats().streams).toBe(0));
    }
    await until(() => expect(portal.live.stats().channels).toBe(0));
    await until(() => expect(hub.open).toHaveLength(0));
  });
});
