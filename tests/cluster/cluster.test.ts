import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { askInstance, openLive, served, startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";
import type { Visitor } from "../support/visitor.ts";

/** One account, chosen by itself at sign-in. */
const carla = "carla.mendes@brightwater.example";
const clientId = "1003";
const WAIT = { timeout: 15_000, interval: 50 };

describe.skipIf(!redisAvailable || !nginxAvailable)("two portals on one Redis behind nginx", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // Longer than nginx keeps an idle connection (deploy/nginx.conf).
    cluster = await startCluster({ environment: { DRAIN_DELAY_MS: "2000" } });
  });
  afterAll(() => cluster.close());

  async function signedIn(): Promise<Visitor> {
    const visitor = cluster.visitor();
    const page = await visitor.signIn(carla);
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/dashboard"]);
    return visitor;
  }

  it("lets a person go on at the one who signed in at the other", async () => {
    const visitor = await signedIn();
    const before = served(cluster, "/dashboard");
    for (let count = 0; count < 6; count += 1) expect((await visitor.get("/dashboard")).status).toBe(200);
    const both = [
      expect.toSatisfy((n: number) => n > before[0]!),
      expect.toSatisfy((n: number) => n > before[1]!),
    ];
    await expect.poll(() => served(cluster, "/dashboard"), WAIT).toEqual(both);
  });

  it("names each request at nginx, and keeps readiness from the public", async () => {
    const page = await cluster.visitor().get("/login", { "x-request-id": "forged-by-a-browser" });
    expect([page.status, page.headers.get("x-request-id")]).toEqual([
      200,
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(await cluster.nginx.accessLog()).toContainEqual(
      expect.stringContaining(` ${page.headers.get("x-request-id")} GET /login 200 `),
    );
    expect((await cluster.visitor().get("/readyz")).status).toBe(404);
  });

  it("explains a post that is too large through nginx too", async () => {
    const page = await cluster.visitor().post("/login", { returnTo: "x".repeat(2_000_000) });
    expect([page.status, page.$("h1").text()]).toEqual([413, "That is too much at once"]);
  });

  it("tells an event on every stream, whichever instance holds it, and ends them all at sign-out", async () => {
    const visitor = await signedIn();
    const streams = await Promise.all([
      askInstance(cluster, 0, "/live", visitor),
      askInstance(cluster, 1, "/live", visitor),
      openLive(cluster, visitor),
    ]);
    const events = () => streams.map((stream) => stream.events);
    await expect.poll(events, WAIT).toEqual(streams.map(() => ["ready"]));
    // The hub connection of each instance comes up after its first stream.
    const raiseAndLook = () => {
      cluster.provider.raise({ kind: "line-check", clientId });
      return events();
    };
    const told = expect.arrayContaining(["notification"]) as string[];
    await expect.poll(raiseAndLook, WAIT).toEqual(streams.map(() => told));

    const copy = cluster.visitor();
    copy.setCookie("session", visitor.cookie("session") ?? "");
    await visitor.post("/logout");
    await expect.poll(() => streams.map((stream) => stream.ended), WAIT).toEqual([true, true, true]);
    expect(events().map((names) => names.at(-1))).toEqual(["bye", "bye", "bye"]);
    for (const index of [0, 1]) {
      const answer = await askInstance(cluster, index, "/dashboard", copy);
      expect([answer.response.statusCode, answer.response.headers.location]).toEqual([
        302,
        expect.stringMatching(/^\/login/),
      ]);
    }
  });

  it("loses nothing when one is killed", async () => {
    const visitor = await signedIn();
    await visitor.post("/appearance", { theme: "dark", returnTo: "/dashboard" });
    const onTheWay = Array.from({ length: 10 }, () => visitor.get("/dashboard"));
    cluster.portals[0]!.kill();
    expect((await Promise.all(onTheWay)).map(({ status }) => status)).toEqual(onTheWay.map(() => 200));
    for (let count = 0; count < 10; count += 1) {
      const page = await visitor.get("/dashboard");
      expect([page.status, page.$("main").text()]).toEqual([200, expect.stringContaining("Brightwater")]);
    }
    await cluster.restart(0);
    expect((await askInstance(cluster, 0, "/dashboard", visitor)).response.statusCode).toBe(200);
  });

  it("fails no request while both are replaced in turn under load", async () => {
    const visitor = await signedIn();
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
    expect([...new Set(answers)].sort(), cluster.nginx.complaints.join("")).toEqual(["200", "302", "303"]);
    expect([stream.ended, stream.text]).toEqual([true, expect.stringMatching(/retry: \d+\s*$/)]);
  });
});

describe.skipIf(!redisAvailable || !nginxAvailable)("tokens that run out, on two portals", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // Renewed from 60 s before their end on: six seconds after the sign-in.
    cluster = await startCluster({ provider: { tokenSeconds: 66 } });
  });
  afterAll(() => cluster.close());

  const tokensIssued = () => {
    const query = "SELECT count(*) AS count FROM identity_artifacts WHERE model = 'AccessToken'";
    return Number(cluster.provider.db.prepare(query).get()?.["count"]);
  };

  it("are renewed once, however many requests of one session meet on both", async () => {
    const visitor = cluster.visitor();
    await visitor.signIn(carla);
    expect(tokensIssued()).toBe(1);
    await sleep(7_000);
    const before = served(cluster, "/dashboard");
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askInstance(cluster, index % 2, "/dashboard", visitor)),
    );
    expect(pages.map(({ response }) => response.statusCode)).toEqual(pages.map(() => 200));
    await expect.poll(() => served(cluster, "/dashboard"), WAIT).toEqual(before.map((count) => count + 6));
    expect(tokensIssued()).toBe(2);
  });
});
