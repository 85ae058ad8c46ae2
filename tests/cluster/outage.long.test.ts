import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable, startRedis, type RedisServer } from "#server/session/testing/redis-server.ts";
import { paths } from "#shared/paths.ts";
import { processOf } from "../support/portal-process.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const WAIT = { timeout: 20_000, interval: 200 };

describe.skipIf(!redisAvailable)("a portal without its session store", () => {
  let redis: RedisServer;
  let world: World;
  beforeAll(async () => {
    redis = await startRedis();
    world = await createWorld({ environment: { SESSION_STORE: redis.url } });
  });
  afterAll(async () => {
    await world.close();
    await redis.stop();
  });

  const status = async (path: string) => (await fetch(`${world.portal.url}${path}`)).status;

  async function signedIn(): Promise<Visitor> {
    const visitor = world.visitor();
    const page = await visitor.signIn("carla.mendes@brightwater.example");
    expect(new URL(page.url).pathname).toBe("/dashboard");
    return visitor;
  }

  async function expectOutagePage(visitor: Visitor): Promise<void> {
    const page = await visitor.get("/dashboard");
    expect([page.status, page.$("h1").text()]).toEqual([503, "The portal is temporarily unavailable"]);
    expect(textOf(page)).toContain("You're still signed in and nothing was lost.");
    expect(page.$("a.button").attr("href")).toBe("/dashboard");
    expect(page.$("script").length).toBe(0);
    expect(page.headers.get("retry-after")).toBe("5");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.getSetCookie()).toEqual([]);
    const reference = page.$(".reference strong").text();
    const lines = () => world.portal.log.filter((line) => line.requestId === reference).map(({ msg }) => msg);
    await expect.poll(lines, WAIT).toContain("session store unavailable");
  }

  it("shows the outage page immediately while the store hangs, signs nobody out, and recovers with it", async () => {
    const visitor = await signedIn();
    redis.freeze();
    await expectOutagePage(visitor);
    expect(await status("/healthz")).toBe(200);
    await expect.poll(() => status("/readyz"), WAIT).toBe(503);
    await expectOutagePage(visitor);
    redis.thaw();
    await expect.poll(async () => (await visitor.get("/dashboard")).status, WAIT).toBe(200);
    await expect.poll(() => status("/readyz"), WAIT).toBe(200);
  });

  it("asks for a new sign-in when the store comes back empty", async () => {
    const visitor = await signedIn();
    await redis.kill();
    await expectOutagePage(visitor);
    await redis.restart();
    await expect.poll(async () => (await visitor.get("/dashboard")).status, WAIT).toBe(302);
    expect((await visitor.get("/account")).location).toBe(paths.login());
    await signedIn();
  });

  it("starts without its store, isn't ready, and needs no restart to become so", async () => {
    await redis.kill();
    const second = await createWorld({ environment: { SESSION_STORE: redis.url } });
    try {
      expect((await fetch(`${second.portal.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${second.portal.url}/readyz`)).status).toBe(503);
      await redis.restart();
      const ready = async () => (await fetch(`${second.portal.url}/readyz`)).status;
      await expect.poll(ready, WAIT).toBe(200);
    } finally {
      await second.close();
    }
  });
});

describe.skipIf(!redisAvailable)("a portal on a read-only disk", () => {
  it("signs people in, shows pages and stops, because it writes no files", async () => {
    const redis = await startRedis();
    const NODE_OPTIONS = "--permission --allow-fs-read=* --allow-worker";
    const world = await createWorld({ environment: { SESSION_STORE: redis.url, NODE_OPTIONS } });
    try {
      const page = await world.visitor().signIn("carla.mendes@brightwater.example");
      expect([page.status, new URL(page.url).pathname]).toEqual([200, "/dashboard"]);
      expect(await world.portal.stop()).toBe(0);
      expect(processOf(world.portal).otherOutput.join("\n")).not.toContain("ERR_ACCESS_DENIED");
    } finally {
      await world.close();
      await redis.stop();
    }
  });
});
