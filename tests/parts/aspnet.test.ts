import { once } from "node:events";
import { createServer, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { demoToken } from "#provider/identity/demo-token.ts";
import { TestStream } from "#server/live/testing/portal.ts";
import { freePort } from "#server/testing/free-port.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { recordedHash, runsBackend, sourcesHash, startAspnet } from "../support/aspnet-backend.ts";
import { headingOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const [port, hubPort, providerPort, negotiationPort] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
];
let backend: Awaited<ReturnType<typeof startAspnet>>;
beforeAll(async () => {
  backend = await startAspnet({ port, hubPort, providerPort });
});
afterAll(() => backend.close());
startWithAnna({
  provider: { port: providerPort, eventsUrl: `http://127.0.0.1:${hubPort}/api/Events` },
  environment: {
    PORTAL_API_URL: `http://127.0.0.1:${port}/api`,
    PORTAL_HUB_URL: `http://127.0.0.1:${negotiationPort}/api/Hub/myportalalerts`,
  },
});

/** What the negotiator below answered, and what it does. */
const negotiations: number[] = [];
let tokenLifetime = "1h";
let isRefusing = false;
/** Negotiates as an application with Azure SignalR: it checks the token, then sends the portal on with one of the service's. */
const negotiator = createServer(async ({ headers }, response) => {
  const clientId = String(headers["x-client-id"]);
  const authorization = isRefusing ? "Bearer none" : String(headers.authorization);
  const asked = await fetch(`${backend.hub}/negotiate?negotiateVersion=1`, {
    method: "POST",
    headers: { authorization, "x-client-id": clientId },
  }).catch(() => undefined);
  const status = asked?.status ?? 502;
  negotiations.push(status);
  const accessToken = await demoToken(world.provider.db, world.provider.url, "anna", tokenLifetime);
  const answer = asked?.ok ? JSON.stringify({ url: backend.hub, accessToken }) : "";
  response.writeHead(status, { "content-type": "application/json" }).end(answer);
});
beforeAll(() => new Promise<void>((resolve) => negotiator.listen(negotiationPort, "127.0.0.1", resolve)));
afterAll(() => {
  negotiator.closeAllConnections();
  negotiator.close();
});

const FORM = "main form:has(input[name=intent])";

it("the recorded answers are those of the sources", () => {
  expect(recordedHash()).toBe(sourcesHash());
});

it("locations come from the backend, invoices from the provider behind it", async () => {
  const { $ } = await anna.get("/account/locations");
  expect($("main").text()).toContain("12 Harbour Road");
  expect(headingOf(await anna.get("/invoices"))).toBe("Invoices");
  expect((await anna.get("/dashboard")).$("main").text()).toContain("To pay");
});

it("a save is refused at its field in the backend's words, saved, and then a conflict for whoever has the old page", async () => {
  const { $ } = await anna.get("/account/locations");
  const path = $("[data-row-link]").first().attr("href") ?? "";
  const [first, second] = [await anna.get(path), await anna.get(path)];
  const refused = await anna.submit(first, FORM, { line1: "" });
  expect(refused.status).toBe(400);
  expect(refused.$("main").text()).toContain("Please enter the first line of the address.");
  expect((await anna.submit(first, FORM, { notes: "Ring three times" })).status).toBe(303);
  const conflict = await anna.submit(second, FORM, { notes: "Ring once" });
  expect(conflict.status).toBe(409);
  expect(conflict.$("main").text()).toContain("by another user");
});

it("a token of either issuer is let in, and none isn't", async () => {
  const asked = ["anna", "ella", undefined].map(async (name) => {
    const token = name && (await demoToken(world.provider.db, world.provider.url, name));
    const reply = await fetch(`${backend.api}/Client/MyAccounts`, {
      headers: {
        "ocp-apim-subscription-key": demoSecrets.portalApiKey,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    return reply.status;
  });
  expect(await Promise.all(asked)).toEqual([200, 200, 401]);
  expect(backend.log()).not.toContain("Failed to validate the token");
});

/** Connects to a hub as SignalR's clients do, and hears one event. */
async function hear(url: string, headers: Readonly<Record<string, string>>, raise: () => unknown) {
  const reply = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: "POST", headers });
  const { availableTransports, ...negotiated } = (await reply.json()) as Record<string, unknown>;
  const socket = new WebSocket(`${url.replace("http", "ws")}?id=${String(negotiated["connectionToken"])}`, {
    headers,
  });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data: Buffer) => {
    const texts = data.toString().split("\u001e").filter(Boolean);
    frames.push(...texts.map((text) => JSON.parse(text) as Record<string, unknown>));
  });
  socket.send('{"protocol":"json","version":1}\u001e');
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  const eventIn = () => frames.find(({ type }) => type === 1);
  await expect.poll(async () => (await raise()) && eventIn(), { interval: 200 }).toBeDefined();
  const transports = availableTransports as { transport: string }[];
  const transport = transports.find((one) => one.transport === "WebSockets");
  return { negotiated, transport, handshake: frames[0], event: eventIn() };
}

/** Opens a page's live stream. */
async function listen(): Promise<TestStream> {
  const headers = { cookie: `session=${anna.cookie("session")}` };
  const stream = await new Promise<TestStream>((resolve, reject) => {
    const asked = request(`${anna.origin}/live`, { agent: false, headers });
    asked.on("response", (response) => resolve(new TestStream(response, () => asked.destroy())));
    asked.on("error", reject).end();
  });
  onTestFinished(() => stream.close());
  return stream;
}

const raise = (clientId: string, lineFaultCheckId: string) =>
  backend.raise("LineFaultCheck", clientId, { lineFaultCheckId });
/** Raises an event until the page has heard it: one before the hub is connected is lost. */
const hears = (stream: TestStream, id: string) =>
  expect
    .poll(async () => (await raise("1001", id)) && stream.text.includes(id), {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(true);

describe.runIf(runsBackend)("the backend's hub", () => {
  it("is asked again after it refused a token, and after the service's token has ended", async () => {
    isRefusing = true;
    tokenLifetime = "2s";
    const stream = await listen();
    await expect.poll(() => negotiations, { timeout: 30_000 }).toContain(401);
    isRefusing = false;
    await hears(stream, "check-1");
    const before = negotiations.length;
    tokenLifetime = "1h";
    await expect.poll(() => negotiations.length, { timeout: 30_000 }).toBeGreaterThan(before);
    await hears(stream, "check-2");
  });

  it("is heard by the portal's pages, by nobody of another account, and again after a restart", async () => {
    const stream = await listen();
    await hears(stream, "check-3");
    await raise("1002", "check-4");
    await raise("1001", "check-5");
    await expect.poll(() => stream.text, { timeout: 10_000 }).toContain("check-5");
    expect(stream.text).not.toContain("check-4");
    expect(await (await raise("1001", "check-5")).json()).toEqual({ listeners: 1 });
    await backend.restart();
    await hears(stream, "check-6");
    const { lineFaultCheckId } = world.provider.raise({ kind: "line-check", clientId: "1001" });
    await expect.poll(() => stream.text, { timeout: 10_000 }).toContain(lineFaultCheckId);
  });

  it("isn't the only one to answer: the conformance run notes what the provider answered", async () => {
    const token = (await demoToken(world.provider.db, world.provider.url, "anna"))!;
    const only = ["GET Returns", "GET Client/MyAccounts"];
    const access = { key: demoSecrets.portalApiKey, clientId: "1001", token, otherToken: undefined };
    const results = await checkConformance({ ...access, api: backend.own!, only });
    expect(results.filter(({ note }) => note.includes("forwarded")).map(({ call }) => call)).toEqual([
      "GET Returns",
    ]);
  });

  it("negotiates and speaks as the embedded provider's does", async () => {
    const token = (await demoToken(world.provider.db, world.provider.url, "anna"))!;
    const headers = { authorization: `Bearer ${token}`, "x-client-id": "1001" };
    const hubs = [
      [
        `${world.provider.url}/api/Hub/myportalalerts`,
        () => world.provider.raise({ kind: "line-check", clientId: "1001" }),
      ],
      [backend.hub!, () => backend.raise("LineFaultCheck", "1001", { lineFaultCheckId: "check-5" })],
    ] as const;
    const heard = await Promise.all(hubs.map(([url, raise]) => hear(url, headers, raise)));
    const checkId = expect.any(String) as string;
    for (const one of heard)
      expect(one).toEqual({
        negotiated: { negotiateVersion: 1, connectionId: checkId, connectionToken: checkId },
        transport: { transport: "WebSockets", transferFormats: expect.arrayContaining(["Text"]) as string[] },
        handshake: {},
        event: { type: 1, target: "LineFaultCheck", arguments: [{ lineFaultCheckId: checkId }] },
      });
  });
});

it("the conformance run passes all of its calls", async () => {
  const token = (await demoToken(world.provider.db, world.provider.url, "anna"))!;
  const otherToken = await demoToken(world.provider.db, world.provider.url, "nora");
  const results = await checkConformance({
    ...{ api: backend.api, key: demoSecrets.portalApiKey, clientId: "1001", token, otherToken, write: true },
    only: ["Address", "Client/MyAccounts", "Client/GetSummaryDetails", ...(backend.hub ? ["Hub"] : [])],
    hub: backend.hub,
  });
  expect(results.filter(({ verdict }) => verdict !== "passes")).toEqual([]);
  expect(results.length).toBe(backend.hub ? 9 : 8);
});
