import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable, startRedis, type RedisServer } from "#server/session/testing/redis-server.ts";
import { signIns } from "#shared/limits.ts";
import { providerForm, submitProviderForm } from "../support/identity-pages.ts";
import { isLong } from "../support/long.ts";
import { emails } from "../support/signed-in.ts";
import type { Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

/** More than the portal exchanges codes for at a time. */
const HERD = isLong ? 1_000 : signIns.places + 36;
/** The provider, in this process, signs in so many at a time. */
const BATCH = 20;

describe.skipIf(!redisAvailable)("a Redis that came back empty", () => {
  let redis: RedisServer;
  let world: World;
  beforeAll(async () => {
    redis = await startRedis();
    const environment = {
      SESSION_STORE: redis.url,
      RATE_LIMIT_SIGN_INS: "10000",
      RATE_LIMIT_ANONYMOUS_POSTS: "10000",
    };
    world = await createWorld({ environment });
  });
  afterAll(async () => {
    await world.close();
    await redis.stop();
  });

  /** A visitor whom the identity provider has sent back, and the callback's address. */
  async function sentBack(): Promise<readonly [Visitor, string]> {
    const visitor = world.visitor();
    const callback = await submitProviderForm(visitor, await providerForm(visitor), { email: emails.carla });
    return [visitor, callback.location ?? ""];
  }

  it(`lets in ${HERD} sign-ins of one person at once`, async () => {
    const herd: (readonly [Visitor, string])[] = [];
    while (herd.length < HERD) herd.push(...(await Promise.all(Array.from({ length: BATCH }, sentBack))));
    const pages = await Promise.all(herd.map(([visitor, callback]) => visitor.open(callback)));
    const ends = pages.map(({ status, url }) => `${status} ${new URL(url).pathname}`);
    expect(Object.groupBy(ends, (end) => end)).toEqual({ "200 /dashboard": ends });
    const failures = /session store|handshake failed|in the background failed/;
    expect(world.portal.log.filter(({ msg = "" }) => failures.test(msg))).toEqual([]);
  });
});
