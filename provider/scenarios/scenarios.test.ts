import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { people } from "#provider/data/people.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";
import { events } from "./events.ts";
import { faultKinds } from "./faults.ts";
import rareCases from "./rare-cases.json" with { type: "json" };

describe("scenarios", () => {
  let provider: TestProvider;
  let clock = new Date("2026-05-06T09:00:00Z");
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => clock });
  });
  afterEach(() => provider.faults.clear());
  afterAll(() => provider.close());

  const post = (path: string, body: object) =>
    fetch(provider.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(provider.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
      redirect: "manual",
    });
  const accounts = () => provider.as("Ben")("Client/MyAccounts");
  const notificationCount = () =>
    Number(provider.db.prepare("SELECT count(*) AS n FROM notifications WHERE client_id = '1004'").get()?.n);

  test.each([
    ["500", 500],
    ["401", 401],
    ["403", 403],
    ["400", 400],
    ["404", 404],
    ["html", 200],
    ["nonsense", 200],
  ])("the fault '%s' answers with the status %i", async (kind, status) => {
    expect((await post("/control/faults", { kind })).status).toBe(201);
    const reply = await accounts();
    expect(reply.status).toBe(status);
    expect(await reply.text()).not.toContain("Harbour");
  });

  test("the fault 'down' resets the connection", async () => {
    await post("/control/faults", { kind: "down" });
    await expect(accounts()).rejects.toThrow("fetch failed");
  });

  test("the fault 'hang' gives no answer until the caller disconnects", async () => {
    await post("/control/faults", { kind: "hang" });
    const signal = AbortSignal.timeout(100);
    await expect(provider.as("Ben")("Client/MyAccounts", { signal })).rejects.toThrow(/timeout/);
  });

  test("the fault 'slow' delays the normal answer", async () => {
    await post("/control/faults", { kind: "slow", delayMs: 20 });
    await expect((await accounts()).json()).resolves.toEqual([
      { clientId: "1001", name: "Harbour & Pine Ltd" },
    ]);
  });

  test("a fault ends after its number of calls, after its minutes, or when it is cleared", async () => {
    await post("/control/faults", { kind: "500", calls: 2 });
    expect([(await accounts()).status, (await accounts()).status, (await accounts()).status]).toEqual([
      500, 500, 200,
    ]);
    await post("/control/faults", { kind: "500", minutes: 5 });
    expect((await accounts()).status).toBe(500);
    clock = new Date(clock.getTime() + 5 * 60_000);
    expect((await accounts()).status).toBe(200);
    await post("/control/faults", { kind: "500" });
    await fetch(`${provider.url}/control/faults`, { method: "DELETE" });
    expect((await accounts()).status).toBe(200);
  });

  test("a fault affects paths in any letter case, and WebSockets, but not the local pages that end it", async () => {
    await post("/control/faults", { kind: "500", path: "/API/notification" });
    expect((await accounts()).status).toBe(200);
    expect((await provider.as("Ben")("Notification/UnreadCount")).status).toBe(500);
    await post("/control/faults", { kind: "403", path: "/" });
    const socket = new WebSocket(`${provider.url.replace("http", "ws")}/api/Hub/myportalalerts`);
    const refused = await new Promise<Error>((resolve) => socket.once("error", resolve));
    expect(refused.message).toContain("403");
    expect((await fetch(`${provider.url}/scenarios`)).status).toBe(200);
    expect((await fetch(`${provider.url}/control/faults`)).status).toBe(200);
    const statusAs = async (host: string) => {
      const outgoing = request(`${provider.url}/control/faults`, { headers: { host } }).end();
      const [reply] = (await once(outgoing, "response")) as [IncomingMessage];
      return reply.resume().statusCode;
    };
    expect(await statusAs("127.0.0.1:1")).toBe(200);
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"])
      expect([host, await statusAs(host)]).toEqual([host, 403]);
  });

  test("the page's form raises an event and redirects back", async () => {
    const before = notificationCount();
    const reply = await submit("/scenarios/events", { kind: "notification", clientId: "1004" });
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/scenarios?done=event"]);
    expect(notificationCount()).toBe(before + 1);
  });

  test("the page's form switches a fault on and ignores empty fields", async () => {
    await submit("/scenarios/faults", { kind: "html", path: "/feeds", minutes: "", calls: "" });
    expect(provider.faults.list()).toMatchObject([{ kind: "html", path: "/feeds", endsAt: undefined }]);
    await submit("/scenarios/faults/clear", {});
    expect(provider.faults.list()).toEqual([]);
  });

  test.each<Record<string, string>>([{ minutes: "five" }, { calls: "1e9" }, { path: `/${"a".repeat(200)}` }])(
    "the page's form refuses %j in words, and keeps what was typed",
    async (typed) => {
      const reply = await submit("/scenarios/faults", { kind: "html", path: "/feeds", ...typed });
      const page = await reply.text();
      expect([reply.status, page.includes("Nothing was switched on."), provider.faults.list()]).toEqual([
        400,
        true,
        [],
      ]);
      expect(page).toContain(`value="${Object.values(typed)[0]}"`);
      expect(page).not.toMatch(/maxlength|type="number"/);
    },
  );

  test("no event is raised by GET, from another site, for an unknown account or with an unknown kind", async () => {
    const before = notificationCount();
    await fetch(`${provider.url}/scenarios/events?kind=notification&clientId=1004`);
    const event = { kind: "notification", clientId: "1004" };
    expect((await submit("/scenarios/events", event, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await submit("/control/events", event)).status).toBe(400);
    expect((await post("/control/events", { ...event, clientId: "9999" })).status).toBe(400);
    expect((await post("/control/events", { ...event, kind: "toString" })).status).toBe(400);
    expect(notificationCount()).toBe(before);
  });

  test("the page and docs/scenarios.md name every person, event, fault and rare case", async () => {
    const page = await (await fetch(`${provider.url}/scenarios`)).text();
    const document = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
    for (const { email } of people) expect(page).toContain(email);
    const names = [
      ...Object.keys(events),
      ...Object.keys(faultKinds),
      ...rareCases.map(({ title }) => title),
    ];
    for (const name of [...names, ...people.map(({ email }) => email)]) expect(document).toContain(name);
    for (const name of names) expect(page).toContain(name);
    expect(page).not.toMatch(/<script|https?:\/\/(?!127)/);
  });

  test("an event creates a notification of the account", async () => {
    const { notificationId, lineFaultCheckId } = provider.raise({
      kind: "failed-line-check",
      clientId: "1001",
    });
    const reply = await fetch(`${provider.url}/api/Notification/Details?id=${notificationId}`, {
      headers: {
        authorization: `Bearer ${tokenOf("Ben")}`,
        "x-client-id": "1001",
        "ocp-apim-subscription-key": "demo-only-subscription-key",
      },
    });
    const { type, status, payload } = (await reply.json()) as {
      type: string;
      status: number;
      payload: string;
    };
    expect({ type, status }).toEqual({ type: "FailedLineFaultCheck", status: 0 });
    expect(JSON.parse(payload)).toEqual({ lineFaultCheckId, error: expect.any(String) as string });
  });
});
