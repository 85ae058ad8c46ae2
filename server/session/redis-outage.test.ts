import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createClient } from "@redis/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionStoreUnavailable } from "./portal-session.ts";
import { redisAvailable, startRedis, type RedisServer } from "./testing/redis-server.ts";
import {
  jane,
  startTestPortal,
  TestBrowser,
  tokensNamed,
  type TestPortal,
  type TestReply,
} from "./testing/test-portal.ts";

const DOWN = { status: 503, body: expect.stringContaining("SessionStoreUnavailable") as string, cookies: [] };
const unavailableFor = (reason: string) => (error: unknown) =>
  error instanceof SessionStoreUnavailable && error.cause instanceof Error && error.cause.message === reason;
/** Recovery is waited for, not timed. */
const WAIT = { timeout: 10_000, interval: 50 };

/** A proxy in front of Redis that can garble one reply without closing the connection. */
async function startProxy(redisPort: number) {
  const sockets = new Set<Socket>();
  let replacement: string | undefined;
  const server = createServer((socket) => {
    const redis = connect(redisPort, "127.0.0.1");
    socket.pipe(redis);
    redis.on("data", (reply) => {
      socket.write(replacement ?? reply);
      replacement = undefined;
    });
    for (const end of [socket, redis]) sockets.add(end.on("error", () => undefined));
    socket.once("close", () => redis.destroy());
    redis.once("close", () => socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    replaceNextReply(text: string) {
      replacement = text;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

describe.skipIf(!redisAvailable)("sessions in a Redis that fails", { timeout: 30_000 }, () => {
  let redis: RedisServer;
  let portal: TestPortal;
  let browser: TestBrowser;

  beforeEach(async () => {
    redis = await startRedis();
    portal = await startTestPortal(redis.url);
    portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
    portal.page("/sign-out", (session) => session.end());
    portal.page("/who", (session) => session.user?.id);
    portal.page("/flash", (session) => session.flash({ tone: "info", text: "Saved." }));
    browser = new TestBrowser();
    await portal.visit(browser, "/sign-in");
  });
  afterEach(async () => {
    await portal.stop();
    await redis.stop();
  });

  const who = async (): Promise<TestReply> => portal.visit(browser.copy(), "/who");
  const command = async (...words: string[]): Promise<void> => {
    const client = await createClient({ url: redis.url }).connect();
    await client.sendCommand(words);
    client.destroy();
  };

  it("answer 503 while Redis hangs, and are intact afterwards", async () => {
    redis.freeze();
    expect(await who()).toEqual(DOWN);
    expect(await Promise.all([who(), who(), who()])).toEqual([DOWN, DOWN, DOWN]);
    await expect(portal.sessions.ping()).rejects.toSatisfy(unavailableFor("No reply within 1000 ms."));
    expect((await portal.visit(new TestBrowser(), "/who")).status).toBe(200);
    redis.thaw();
    await expect.poll(who, WAIT).toEqual({ status: 200, body: "jane-1", cookies: [] });
  });

  it("are there although the event loop is blocked for longer than Redis may take", async () => {
    // In this process, so that a command and its answer need several turns of the loop.
    const proxy = await startProxy(redis.port);
    const behindProxy = await startTestPortal(`redis://127.0.0.1:${proxy.port}`);
    await expect.poll(() => behindProxy.sessions.ping().then(() => true, String), WAIT).toBe(true);
    let hasAnswered = false;
    const asked = behindProxy.sessions.ping().finally(() => (hasAnswered = true));
    for (let turns = 0; turns < 10 && !hasAnswered; turns += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(asked).resolves.toBeUndefined();
    await behindProxy.stop();
    await proxy.stop();
  });

  it("are back after a reply that can't be read", async () => {
    const half = "$100\r\nhalf of it";
    const proxy = await startProxy(redis.port);
    const behindProxy = await startTestPortal(`redis://127.0.0.1:${proxy.port}`);
    behindProxy.page("/who", (session) => session.user?.id);
    await expect
      .poll(() => behindProxy.visit(browser.copy(), "/who"), WAIT)
      .toMatchObject({ body: "jane-1" });
    proxy.replaceNextReply(half);
    expect(await behindProxy.visit(browser.copy(), "/who")).toEqual(DOWN);
    await expect
      .poll(() => behindProxy.visit(browser.copy(), "/who"), WAIT)
      .toMatchObject({ body: "jane-1" });
    await behindProxy.stop();
    await proxy.stop();
  });

  it("answer 503 while Redis is stopped, and are signed out once it is back without its data", async () => {
    await redis.kill();
    expect(await who()).toEqual(DOWN);
    await expect(portal.sessions.ping()).rejects.toSatisfy(unavailableFor("Not connected."));
    await redis.restart();
    await expect.poll(who, WAIT).toEqual({ status: 200, body: null, cookies: [] });
    await portal.visit(browser, "/sign-in");
    expect((await who()).body).toBe("jane-1");
  });

  it("send events again after a restart of Redis", async () => {
    const kinds: string[] = [];
    portal.sessions.onEvent(({ kind }) => void kinds.push(kind));
    await redis.restart();
    await expect.poll(who, WAIT).toMatchObject({ status: 200 });
    const signInAndOut = async (): Promise<number> => {
      const another = new TestBrowser();
      await portal.visit(another, "/sign-in");
      await portal.visit(another, "/sign-out");
      return kinds.length;
    };
    await expect.poll(signInAndOut, WAIT).toBeGreaterThan(0);
    expect(new Set(kinds)).toEqual(new Set(["ended"]));
  });

  it("answer 503 to a sign-out, because the session can't be ended", async () => {
    redis.freeze();
    expect(await portal.visit(browser, "/sign-out")).toEqual(DOWN);
    expect(await portal.visit(browser.copy(), "/flash")).toEqual(DOWN);
    redis.thaw();
  });

  it("can be opened before Redis has started", async () => {
    await redis.kill();
    const starting = startTestPortal(redis.url);
    await redis.restart();
    const late = await starting;
    late.page("/who", (session) => session.user?.id);
    expect(await late.visit(new TestBrowser(), "/who")).toEqual({ status: 200, body: null, cookies: [] });
    await late.stop();
  });

  it("answer 503 to writes, but not to reads, while Redis is full", async () => {
    await command("CONFIG", "SET", "maxmemory", "1");
    await expect(portal.sessions.ping()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    expect(await portal.visit(browser, "/flash")).toEqual(DOWN);
    expect((await who()).body).toBe("jane-1");
    await command("CONFIG", "SET", "maxmemory", "0");
    expect((await portal.visit(browser, "/flash")).status).toBe(200);
  });

  it("need a user who may run scripts, and not one who may ask INFO", async () => {
    await command("ACL", "SETUSER", "default", "-info");
    await expect(portal.sessions.ping()).resolves.toBeUndefined();
    await expect(portal.sessions.usage()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    await command("ACL", "SETUSER", "default", "-eval");
    await expect(portal.sessions.ping()).rejects.toSatisfy(({ cause }: { cause: Error }) =>
      /^NOPERM .*'eval'/.test(cause.message),
    );
  });

  it("reconnect if the server has become a replica", async () => {
    await command("REPLICAOF", "127.0.0.1", "1");
    await expect(portal.sessions.ping()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    expect(await portal.visit(browser, "/flash")).toEqual(DOWN);
    await command("REPLICAOF", "NO", "ONE");
    await expect.poll(() => portal.visit(browser, "/flash"), WAIT).toMatchObject({ status: 200 });
    expect((await who()).body).toBe("jane-1");
  });

  it("treat an altered field as absent, and log it without its value", async () => {
    const client = await createClient({ url: redis.url }).connect();
    const keys = await client.keys("*:session");
    const isSession = await Promise.all(keys.map((candidate) => client.hExists(candidate, "user")));
    const key = keys.find((_, index) => isSession[index]);
    const { user = "", tokens = "" } = await client.hGetAll(String(key));
    await client.hSet(String(key), { user: tokens });
    expect(await who()).toEqual({ status: 200, body: null, cookies: [] });
    const flipped = user.slice(0, -3) + (user.at(-3) === "A" ? "B" : "A") + user.slice(-2);
    await client.hSet(String(key), { user: flipped });
    expect(await who()).toEqual({ status: 200, body: null, cookies: [] });
    expect(portal.warnings).toEqual(Array(2).fill("session field can't be read, so it's treated as missing"));
    await client.hSet(String(key), { user });
    expect((await who()).body).toBe("jane-1");
    client.destroy();
  });
});
