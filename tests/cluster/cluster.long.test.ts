import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { askInstance, openLive, servedCounts, signInCarla, startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";

const WAIT = { timeout: 15_000, interval: 50 };

describe.skipIf(!redisAvailable || !nginxAvailable)(
  "two portals that are replaced one after the other",
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      // Longer than nginx keeps an idle connection (deploy/nginx.conf).
      cluster = await startCluster({ environment: { DRAIN_DELAY_MS: "2000" } });
    });
    afterAll(() => cluster.close());

    it("no request fails under load", async () => {
      const visitor = await signInCarla(cluster);
      const stream = await openLive(cluster, visitor);
      let replaced = false;
      const answers: string[] = [];
      const load = async () => {
        for (let count = 0; !replaced || count < 60; count += 1) {
          const sent =
            count % 4 === 3
              ? visitor.post("/appearance", { theme: "light", returnTo: "/dashboard" })
              : visitor.get(count % 2 ? "/dashboard" : "/login");
          answers.push(await sent.then(({ status }) => String(status), String));
          await sleep(15);
        }
      };
      const visitors = Array.from({ length: 8 }, load);
      for (const index of [0, 1]) {
        expect(await cluster.portals[index]!.stop()).toBe(0);
        const portal = await cluster.restart(index);
        await expect
          .poll(async () => (await fetch(`http://127.0.0.1:${portal.port}/readyz`)).status, WAIT)
          .toBe(200);
      }
      replaced = true;
      await Promise.all(visitors);
      expect(cluster.errors()).toEqual([]);
      expect(answers.length).toBeGreaterThanOrEqual(400);
      expect([...new Set(answers)].sort(), cluster.nginx.errorLog.join("")).toEqual(["200", "302", "303"]);
      expect([stream.ended, stream.text]).toEqual([true, expect.stringMatching(/retry: \d+\s*$/)]);
    });
  },
);

describe.skipIf(!redisAvailable || !nginxAvailable)("tokens that expire, on two portals", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // Tokens are renewed from 60 s before their expiry: here from six seconds after the sign-in.
    cluster = await startCluster({ provider: { tokenSeconds: 66 } });
  });
  afterAll(() => cluster.close());

  const tokensIssued = () => {
    const query = "SELECT count(*) AS count FROM identity_artifacts WHERE model = 'AccessToken'";
    return Number(cluster.provider.db.prepare(query).get()?.["count"]);
  };

  it("are renewed once when many requests of a session arrive at both", async () => {
    const visitor = await signInCarla(cluster);
    expect(tokensIssued()).toBe(1);
    await sleep(7_000);
    const before = servedCounts(cluster, "/dashboard");
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askInstance(cluster, index % 2, "/dashboard", visitor)),
    );
    expect(pages.map(({ response }) => response.statusCode)).toEqual(pages.map(() => 200));
    await expect
      .poll(() => servedCounts(cluster, "/dashboard"), WAIT)
      .toEqual(before.map((count) => count + 6));
    expect(tokensIssued()).toBe(2);
  });
});
