import { describe, expect, it } from "vitest";
import { people } from "#provider/data/people.ts";
import { freePort } from "#server/testing/free-port.ts";
import type { LogLine } from "../support/portal-process.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { Visitor } from "../support/visitor.ts";
import { sql, startPortal, startWorld, world } from "../support/world.ts";

const metricsPort = await freePort();
startWorld({ environment: { METRICS_PORT: String(metricsPort) } });

const actorIn = (line: LogLine | undefined) => (line?.["actor"] ?? {}) as Readonly<Record<string, string>>;
const audits = () => world.portal.log.filter(({ msg }) => msg === "audit");
const requests = (path: string) =>
  world.portal.log.filter(({ msg, req }) => msg === "request" && (req as { path: string }).path === path);

/** Waits for at least `count` audit lines of a kind; returns all of them. */
async function audited(kind: string, count = 1): Promise<readonly LogLine[]> {
  const found = () => audits().filter(({ audit }) => audit === kind);
  await expect.poll(() => found().length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
  return found();
}

const someone = { user: expect.stringMatching(/^[\w-]{16}$/), session: expect.stringMatching(/^[\w-]{8,}$/) };

describe("the log", () => {
  it("names one user in all sessions of a person, and another user for another person", async () => {
    const visitors = [
      await signedIn(world, "ben"),
      await signedIn(world, "ben"),
      await signedIn(world, "ella", "1003"),
    ];
    for (const visitor of visitors) await visitor.get("/notifications?name=Ben");
    await expect.poll(() => requests("/notifications").length).toBe(3);
    const [ben, again, ella] = requests("/notifications").map(actorIn);
    expect(ben).toEqual({ ...someone, kind: "customer", account: "1001" });
    expect([again?.["user"], again?.["account"]]).toEqual([ben?.["user"], "1001"]);
    expect(again?.["session"]).not.toBe(ben?.["session"]);
    expect(ella).toEqual({ ...someone, kind: "employee", account: "1003" });
    expect(ella?.["user"]).not.toBe(ben?.["user"]);
  });

  it("names no actor for a visitor who isn't signed in", async () => {
    await world.visitor().get("/cookies");
    await expect.poll(() => requests("/cookies").length).toBe(1);
    expect(requests("/cookies")[0]).not.toHaveProperty("actor");
  });

  it("names the actor of a live stream", async () => {
    const visitor = await signedIn(world, "ben");
    const leaving = new AbortController();
    const headers = { cookie: `session=${visitor.cookie("session")}` };
    await fetch(`${world.portal.url}/live`, { headers, signal: leaving.signal });
    leaving.abort();
    await expect
      .poll(() => requests("/live").map(actorIn))
      .toContainEqual({ ...someone, kind: "customer", account: "1001" });
    expect(requests("/live").at(-1)).toMatchObject({ res: { status: 200 } });
  });
});

describe("the audit trail", () => {
  it("records sign-in, account switch, writes with their outcomes, sign-out and a refusal", async () => {
    world.portal.log.length = 0;
    const anna = await signedIn(world, "anna", "1001");
    const [signIn] = await audited("sign-in");
    expect(signIn).toMatchObject({
      level: "info",
      outcome: "let in",
      actor: { ...someone, kind: "customer" },
    });
    expect(await audited("switch")).toMatchObject([{ outcome: "done", to: "1001" }]);

    const address = "SELECT address_id AS id FROM addresses WHERE client_id = '1001'";
    const path = `/account/locations/${String(sql(address)[0]?.["id"])}`;
    const form = "main form:has(input[name=intent])";
    expect((await anna.submit(await anna.get(path), form, { notes: "Audit Street" })).status).toBe(303);
    // The provider answers this town with an error.
    expect((await anna.submit(await anna.get(path), form, { town: "Error500" })).status).toBe(502);
    const writes = (await audited("write", 2)).filter(({ call }) => /Address/.test(String(call)));
    expect(writes.map(({ outcome }) => outcome)).toEqual(["ok", "failed"]);
    for (const line of writes) expect(actorIn(line)["user"]).toBe(actorIn(signIn)["user"]);

    await anna.post("/switch-account", { account: "1002" });
    expect((await audited("switch", 2))[1]).toMatchObject({ from: "1001", to: "1002", outcome: "done" });
    await anna.post("/logout");
    expect(await audited("sign-out")).toMatchObject([
      { outcome: "done", actor: { user: actorIn(signIn)["user"] } },
    ]);

    const ben = await signedIn(world, "ben");
    expect((await ben.get("/invoices")).status).toBe(403);
    expect(await audited("refusal")).toMatchObject([
      { outcome: "403", method: "GET", actor: { kind: "customer" } },
    ]);
  });

  it("records a refused sign-in and the renewal of a token", async () => {
    world.portal.log.length = 0;
    await world.visitor().signIn("lou.barker@harbourpine.example");
    expect(await audited("sign-in")).toMatchObject([{ outcome: "refused" }]);
    const ben = await signedIn(world, "ben");
    await ben.follow(await ben.get("/renew?step=start"));
    expect(await audited("renewal")).toMatchObject([{ outcome: "done", actor: { kind: "customer" } }]);
  });

  it("and the rest of the log hold no name, address, user id or token", () => {
    const log = JSON.stringify(world.portal.log);
    for (const text of [...Object.values(emails), "Archer", "Osei", "Audit Street"])
      expect(log).not.toContain(text);
    // A token; a random id may hold its first letters, but no dot.
    expect(log).not.toMatch(/eyJ[\w-]+\./);
    const ids = people.map(({ id }) => id);
    for (const id of ids) expect(log).not.toContain(`"${id}"`);
  });
});

describe("the metrics", () => {
  it("count a sign-in that couldn't begin, because the identity provider is away", async () => {
    const [port, ownMetricsPort, closedPort] = [await freePort(), await freePort(), await freePort()];
    const url = `http://localhost:${port}`;
    const portal = await startPortal(url, {
      ...world.environment,
      METRICS_PORT: String(ownMetricsPort),
      CUSTOMER_ISSUER: `http://localhost:${closedPort}/customer`,
    });
    try {
      const page = await new Visitor(url).post("/login");
      expect(page.headers.get("location")).toBe("/login?error=unreachable");
      const text = async () => (await fetch(`http://127.0.0.1:${ownMetricsPort}/metrics`)).text();
      await expect.poll(text).toContain('sign_ins_total{outcome="unreachable"} 1');
      expect(await text()).toContain("session_store_up 1");
    } finally {
      await portal.stop();
    }
  });

  it("count requests by route pattern, and are served on 127.0.0.1 alone", async () => {
    const anna = await signedIn(world, "anna", "1001");
    const paths = [
      "/account/contacts/424242",
      "/notifications.data",
      "/no-such-page",
      "/login",
      "/healthz",
      "/assets/x.js",
    ];
    for (const path of paths) await anna.get(path);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const routes = new Set(
      [...text.matchAll(/http_request_duration_seconds_count{.*?route="([^"]+)"/g)].map(([, route]) => route),
    );
    expect([...routes]).toEqual(
      expect.arrayContaining([
        "/account/contacts/:id",
        "/notifications",
        "/*",
        "/login",
        "/switch-account",
        "/healthz",
        "/assets/*",
      ]),
    );
    expect([...routes].join()).not.toContain("424242");
    await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow();
    expect(text).toContain("event_loop_delay_seconds_count");
  });

  it("count a request that the browser abandoned, as status 499", async () => {
    const ben = await signedIn(world, "ben");
    const leaving = new AbortController();
    const headers = { cookie: `session=${ben.cookie("session")}` };
    await world.api.scripted(
      async ({ path }) => {
        if (path.startsWith("/Notification")) leaving.abort();
      },
      () =>
        expect(
          fetch(`${world.portal.url}/notifications`, { headers, signal: leaving.signal }),
        ).rejects.toThrow(),
    );
    const text = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await expect
      .poll(text)
      .toContain('http_request_duration_seconds_count{method="GET",route="/notifications",status="499"} 1');
    expect(requests("/notifications").at(-1)).toMatchObject({ res: { status: 499 } });
  });
});
