import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { askInstance, openLive, served, signInCarla, startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";

const clientId = "1003";
const WAIT = { timeout: 15_000, interval: 50 };

describe.skipIf(!redisAvailable || !nginxAvailable)("two portals on one Redis behind nginx", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    // Longer than nginx keeps an idle connection (deploy/nginx.conf).
    cluster = await startCluster({ environment: { DRAIN_DELAY_MS: "2000" } });
  });
  afterAll(() => cluster.close());

  it("lets a person go on at the one who signed in at the other", async () => {
    const visitor = await signInCarla(cluster);
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

  it("takes no trace from a browser", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const page = await cluster.visitor().get("/login", { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    const lines = () =>
      cluster.portals
        .flatMap(({ log }) => log)
        .filter(({ requestId }) => requestId === page.headers.get("x-request-id"));
    await expect.poll(() => lines().length, WAIT).toBeGreaterThan(0);
    expect(lines().map((line) => line["traceId"])).not.toContain(traceId);
  });

  it("explains a post that is too large through nginx too", async () => {
    const page = await cluster.visitor().post("/login", { returnTo: "x".repeat(2_000_000) });
    expect([page.status, page.$("h1").text()]).toEqual([413, "That is too much at once"]);
  });

  it("tells an event on every stream, whichever instance holds it, and ends them all at sign-out", async () => {
    const visitor = await signInCarla(cluster);
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
    const visitor = await signInCarla(cluster);
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
});
