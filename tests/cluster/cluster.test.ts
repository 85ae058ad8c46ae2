import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { freePort } from "#server/testing/free-port.ts";
import { askInstance, openLive, servedCounts, signInCarla, startCluster, type Cluster } from "./cluster.ts";
import { nginxAvailable } from "./nginx.ts";
import { ApiTap, type ApiCall } from "../support/api-tap.ts";
import { ledgerCalls, ledgerOf, Payment, thanks, unpaidInvoices } from "../support/payment-pages.ts";
import { send } from "../support/raw.ts";
import { textOf } from "../support/visitor.ts";

const clientId = "1003";
const WAIT = { timeout: 15_000, interval: 50 };

describe.skipIf(!redisAvailable || !nginxAvailable)("two portals on one Redis behind nginx", () => {
  let cluster: Cluster;
  let api: ApiTap;
  beforeAll(async () => {
    const port = await freePort();
    const apiUrl = portalSettings(`http://127.0.0.1:${port}`)["PORTAL_API_URL"]!;
    api = await ApiTap.start(apiUrl);
    // Longer than nginx keeps an idle connection (deploy/nginx.conf).
    const drain = { DRAIN_DELAY_MS: "2000" };
    const environment = { ...drain, PORTAL_API_URL: api.url, PORTAL_HUB_URL: `${apiUrl}/Hub/myportalalerts` };
    cluster = await startCluster({ environment, provider: { port } });
  });
  afterAll(async () => {
    await cluster.close();
    await api.close();
  });

  it("a person who signed in at one instance is signed in at the other", async () => {
    const visitor = await signInCarla(cluster);
    const before = servedCounts(cluster, "/dashboard");
    for (let count = 0; count < 6; count += 1) expect((await visitor.get("/dashboard")).status).toBe(200);
    const both = [
      expect.toSatisfy((n: number) => n > before[0]!),
      expect.toSatisfy((n: number) => n > before[1]!),
    ];
    await expect.poll(() => servedCounts(cluster, "/dashboard"), WAIT).toEqual(both);
  });

  it("nginx gives each request an id, and doesn't publish /readyz", async () => {
    const page = await cluster.visitor().get("/login", { "x-request-id": "forged-by-a-browser" });
    expect(page.status).toBe(200);
    expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    // Written after the answer.
    const line = expect.stringContaining(` ${page.headers.get("x-request-id")} GET /login 200 `) as string;
    await expect.poll(() => cluster.nginx.accessLog(), WAIT).toContainEqual(line);
    expect((await cluster.visitor().get("/readyz")).status).toBe(404);
  });

  it("doesn't continue a browser's trace", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const page = await cluster.visitor().get("/login", { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    const lines = () =>
      cluster.portals
        .flatMap(({ log }) => log)
        .filter(({ requestId }) => requestId === page.headers.get("x-request-id"));
    await expect.poll(() => lines().length, WAIT).toBeGreaterThan(0);
    expect(lines().map((line) => line["traceId"])).not.toContain(traceId);
  });

  it("a post that's too large has an error page through nginx too", async () => {
    const page = await cluster.visitor().post("/login", { returnTo: "x".repeat(2_000_000) });
    expect([page.status, page.$("h1").text()]).toEqual([413, "That's too much at once"]);
  });

  it("an address with a dot segment is refused, since nginx passes it on as it came", async () => {
    for (const path of ["/%2e/login", "/tickets/./export.csv", "/x/%2E%2E/login"]) {
      const reply = await send(cluster.url, { path });
      expect([path, reply.status]).toEqual([path, 400]);
    }
  });

  it("an event reaches the streams of both instances, and signing out ends them all", async () => {
    const visitor = await signInCarla(cluster);
    const streams = await Promise.all([
      askInstance(cluster, 0, "/live", visitor),
      askInstance(cluster, 1, "/live", visitor),
      openLive(cluster, visitor),
    ]);
    const events = () => streams.map((stream) => stream.events);
    // Once for the stream, and once more if the instance's hub connection comes up after it.
    const ready = expect.arrayContaining(["ready"]) as string[];
    await expect.poll(events, WAIT).toEqual(streams.map(() => ready));
    const raiseAndReadEvents = () => {
      cluster.provider.raise({ kind: "line-check", clientId });
      return events();
    };
    const notified = expect.arrayContaining(["notification"]) as string[];
    await expect.poll(raiseAndReadEvents, WAIT).toEqual(streams.map(() => notified));

    const copy = cluster.visitor();
    copy.setCookie("session", visitor.cookie("session") ?? "");
    await visitor.post("/logout");
    await expect.poll(() => streams.map((stream) => stream.ended), WAIT).toEqual([true, true, true]);
    expect(events().map((names) => names.at(-1))).toEqual(["bye", "bye", "bye"]);
    for (const index of [0, 1]) {
      const answer = await askInstance(cluster, index, "/dashboard", copy);
      expect(answer.response.statusCode).toBe(302);
      expect(answer.response.headers.location).toMatch(/^\/login/);
    }
  });

  it("no request fails and no session is lost when an instance is killed", async () => {
    const visitor = await signInCarla(cluster);
    await visitor.post("/appearance", { theme: "dark", returnTo: "/dashboard" });
    const pendingRequests = Array.from({ length: 10 }, () => visitor.get("/dashboard"));
    cluster.portals[0]!.kill();
    expect((await Promise.all(pendingRequests)).map(({ status }) => status)).toEqual(
      pendingRequests.map(() => 200),
    );
    for (let count = 0; count < 10; count += 1) {
      const page = await visitor.get("/dashboard");
      expect([page.status, page.$("main").text()]).toEqual([200, expect.stringContaining("Brightwater")]);
    }
    await cluster.restart(0);
    expect((await askInstance(cluster, 0, "/dashboard", visitor)).response.statusCode).toBe(200);
  });

  it.each(["stops", "is killed"] as const)(
    "a return that waits for a colleague's when its instance %s was never sent, and another instance sends it",
    async (end) => {
      const numbers = unpaidInvoices(cluster, clientId)(2);
      // Without the first press, which asks to confirm the postcode.
      const calls = async (of: readonly string[]) =>
        ledgerCalls(await ledgerOf(cluster, of)).filter((call) => call !== "Begin refused");
      const payers = await Promise.all(
        numbers.map(async (number) => {
          const visitor = await signInCarla(cluster);
          const theirs = new Payment(visitor, clientId);
          const review = await theirs.begin([number]);
          return { visitor, back: await theirs.atCardProvider(await theirs.payNow(review), "paid") };
        }),
      );
      const [first, second] = payers as [(typeof payers)[0], (typeof payers)[0]];
      const answered = Promise.withResolvers<undefined>();
      const hold = ({ path }: ApiCall) => (path.includes("Complete") ? answered.promise : undefined);
      await api.scripted(hold, async () => {
        await askInstance(cluster, 1, first.back, first.visitor);
        await askInstance(cluster, 0, second.back, second.visitor);
        if (end === "is killed") cluster.portals[0]!.kill();
        await cluster.portals[0]!.stop();
        expect(await calls(numbers)).toEqual(["Begin started", "Begin started"]);
        answered.resolve(undefined);
        await cluster.restart(0);
        for (const { visitor, back } of payers)
          await expect.poll(async () => textOf(await visitor.open(back)), WAIT).toContain(thanks);
      });
      for (const number of numbers) expect(await calls([number])).toEqual(["Begin started", "Complete paid"]);
    },
  );
});
