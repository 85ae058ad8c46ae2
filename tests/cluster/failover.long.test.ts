import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWithSentinels } from "#server/session/testing/redis-kinds.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";
import { emails } from "../support/signed-in.ts";
import type { Visitor } from "../support/visitor.ts";

/** How long pages may be answered with 503. */
const MAX_OUTAGE_MS = 5_000;
/** Longer than a failover, so that its after-effects show too. */
const OBSERVATION_MS = 15_000;

describe.skipIf(!redisAvailable || !nginxAvailable)("a failover of Redis", () => {
  let redis: Awaited<ReturnType<typeof startWithSentinels>>;
  let cluster: Cluster;
  beforeAll(async () => {
    redis = await startWithSentinels({ replicas: 1, sentinels: 3 });
    const { url, sentinelPassword = "" } = redis.connection;
    const environment = { SESSION_STORE: url, REDIS_SENTINEL_PASSWORD: sentinelPassword };
    cluster = await startCluster({ environment });
  });
  afterAll(async () => {
    await cluster.close();
    await redis.stop();
  });

  interface PageResult {
    readonly at: number;
    readonly status: number;
    readonly isOwn: boolean;
  }

  async function signIn(email: string): Promise<Visitor> {
    const visitor = cluster.visitor();
    await expect.poll(async () => new URL((await visitor.signIn(email)).url).pathname).not.toBe("/login");
    return visitor;
  }

  it("causes 503s for at most five seconds, signs nobody out, and shows nobody another person's pages", async () => {
    const people = await Promise.all([signIn(emails.carla), signIn(emails.ben)]);
    const names = ["Carla Mendes", "Ben Osei"];
    for (const [index, person] of people.entries())
      expect((await person.get("/dashboard")).text).toContain(names[index]);
    // Waits until the sessions are replicated, because a primary that dies earlier loses them.
    const cli = (...args: string[]) =>
      execFileSync("redis-cli", ["-p", String(redis.port), "-a", "secret", "--no-auth-warning", ...args]);
    cli("wait", "1", "5000");

    const diedAt = performance.now();
    await redis.primary.kill();
    const seen = await Promise.all(
      people.map(async (person, index) => {
        const pages: PageResult[] = [];
        while (performance.now() < diedAt + OBSERVATION_MS) {
          const page = await person.get("/dashboard");
          const isOwn = page.text.includes(names[index]!) && !page.text.includes(names[1 - index]!);
          pages.push({ at: performance.now(), status: page.status, isOwn });
          await sleep(50);
        }
        return pages;
      }),
    );
    const all = seen.flat();
    expect([...new Set(all.map(({ status }) => status))].sort()).toEqual([200, 503]);
    expect(all.filter(({ status, isOwn }) => status === 200 && !isOwn)).toEqual([]);
    const last = Math.max(...all.filter(({ status }) => status === 503).map(({ at }) => at - diedAt));
    process.stderr.write(`the last 503 came ${Math.round(last)} ms after the primary had died\n`);
    expect(last).toBeLessThan(MAX_OUTAGE_MS);

    // Writes and messages between instances use the new primary too.
    const carla = await signIn(emails.carla);
    expect((await carla.get("/dashboard")).status).toBe(200);
    expect((await carla.post("/logout", {})).status).toBeLessThan(400);
    expect((await carla.get("/dashboard")).status).toBe(302);
  });
});
