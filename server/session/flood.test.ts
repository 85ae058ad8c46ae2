import { createClient } from "@redis/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redisAvailable, startRedis, type RedisServer } from "./testing/redis-server.ts";
import { jane, startTestPortal, TestBrowser, tokensNamed, type TestPortal } from "./testing/test-portal.ts";

const text = "x".repeat(31_000);

describe.skipIf(!redisAvailable)("a small Redis during a flood of anonymous requests", () => {
  let redis: RedisServer;
  let portal: TestPortal;
  let client: ReturnType<typeof createClient>;

  beforeAll(async () => {
    redis = await startRedis();
    client = createClient({ url: redis.url });
    await client.connect();
    portal = await startTestPortal(redis.url);
    portal.page("/sign-in", (session) => session.signIn({ user: jane, tokens: tokensNamed("a") }));
    portal.page("/who", (session) => session.user?.id);
    portal.page("/end-keeping", (session) => session.end({ keepDrafts: true }));
    portal.page("/draft", (session) => session.keep("draft", "/account contact", [["notes", text]]));
    portal.page(
      "/take",
      (session) => (session.kept("draft", "/account contact") as readonly unknown[] | undefined)?.length,
    );
    portal.page("/begin", async (session) => {
      session.saveUrl(`/invoices?search=${text.slice(0, 1_900)}`);
      session.beginHandshake({ kind: "customer", nonce: "n".repeat(43), purpose: "sign-in" });
    });
    portal.page("/callback", (session) => session.claim("callback"));
  });
  beforeEach(async () => {
    await client.flushAll();
    await client.configSet({ maxmemory: "8mb", "maxmemory-policy": "noeviction" });
  });
  afterAll(async () => {
    client.destroy();
    await portal.stop();
    await redis.stop();
  });

  async function flood(path: string, browsers: readonly TestBrowser[]): Promise<void> {
    for (const browser of browsers) await portal.visit(browser, path);
  }
  const strangers = (count: number) => Array.from({ length: count }, () => new TestBrowser());

  it("stores nothing for browsers that were never signed in, and still lets people sign in", async () => {
    await flood("/draft", strangers(250));
    await flood("/begin", strangers(50));
    expect(await client.dbSize()).toBe(0);
    const person = new TestBrowser();
    expect((await portal.visit(person, "/sign-in")).status).toBe(200);
    expect((await portal.visit(person, "/who")).body).toBe("jane-1");
  });

  it("stores one draft for each browser whose session has ended, at most 30 times per IP address", async () => {
    const formerlySignedIn = strangers(40);
    await flood("/sign-in", formerlySignedIn);
    await flood("/end-keeping", formerlySignedIn);
    const last = formerlySignedIn.at(-1)!.copy();
    await flood("/draft", formerlySignedIn.slice(0, 29));
    // The 30th draft replaces the earlier one of its browser; all others are over the limit.
    await flood("/draft", [formerlySignedIn[0]!, formerlySignedIn[0]!, ...formerlySignedIn.slice(29)]);
    const records = await client.keys("demarc:*:session");
    const withDraft = await Promise.all(records.map((key) => client.hExists(key, "form")));
    expect(withDraft.filter(Boolean)).toHaveLength(29);
    await portal.visit(formerlySignedIn[0]!, "/sign-in");
    expect((await portal.visit(formerlySignedIn[0]!, "/take")).body).toBe(1);
    await portal.visit(last, "/sign-in");
    expect((await portal.visit(last, "/take")).body).toBeNull();
  });

  it("leaves room for other browsers if one sends drafts again and again", async () => {
    const [repeating, other] = [new TestBrowser(), new TestBrowser()];
    await flood("/sign-in", [repeating, other]);
    await flood("/end-keeping", [repeating, other]);
    await flood("/draft", [...Array<TestBrowser>(30).fill(repeating), other]);
    await portal.visit(other, "/sign-in");
    expect((await portal.visit(other, "/take")).body).toBe(1);
  });

  it("stores a limited number of sign-in callbacks, and lets people sign in beyond that number", async () => {
    const visitor = new TestBrowser();
    await portal.visit(visitor, "/begin");
    expect((await portal.visit(visitor, "/callback")).body).toBe(true);
    expect((await portal.visit(visitor, "/callback")).body).toBe(false);
    await client.set("demarc:{shares}:callbacks", "5000");
    const another = new TestBrowser();
    await portal.visit(another, "/begin");
    expect((await portal.visit(another, "/callback")).body).toBe(true);
    expect((await client.keys("*callback*")).length).toBe(2);
  });

  it("fails the ping when it refuses writes, and reports its memory usage", async () => {
    await portal.sessions.ping();
    await client.configSet("maxmemory", "1");
    await expect(portal.sessions.ping()).rejects.toThrow("Redis cannot be used.");
    await expect(portal.sessions.usage()).resolves.toMatchObject({ limit: 1 });
    expect((await portal.sessions.usage()).bytes).toBeGreaterThan(500_000);
  });
});
