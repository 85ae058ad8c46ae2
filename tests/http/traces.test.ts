import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { Collector, type ReceivedSpan } from "../support/collector.ts";
import { numberOf } from "../support/invoices.ts";
import { PortalProcess, processOf } from "../support/portal-process.ts";
import { emails } from "../support/signed-in.ts";
import { Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const collector = await Collector.start();
afterAll(() => collector.close());

/** Writes to standard error which modules of the OpenTelemetry SDK (not its API) and of the Redis client are loaded. */
const listModules = `import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) {
    if (/@opentelemetry.(?!api.)|otlp|@redis/.test(url)) process._rawDebug("loaded " + url);
    return next(url, context);
  } });`;
const listed = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listModules)}` };
const loadedBy = ({ otherOutput }: PortalProcess) => otherOutput.filter((line) => line.startsWith("loaded "));

startWithAnna({
  ownProcess: true,
  environment: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=a%20key-of-the-collector",
    OTEL_RESOURCE_ATTRIBUTES: "cloud.region=uk-south",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    TRUST_PROXY: "1",
    ...listed,
  },
});

/** A trace that a proxy has begun, and its own span. */
function proxyTrace(flags = "01") {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

/** The spans of a trace, once its request has ended and they were sent. */
async function received(traceId: string): Promise<readonly ReceivedSpan[]> {
  await expect.poll(() => collector.of(traceId).map(({ kind }) => kind)).toContain("server");
  return collector.of(traceId);
}

const spanNamed = (spans: readonly ReceivedSpan[], name: string) =>
  spans.find((span) => span.name === name) ?? expect.fail(`no ${name} in ${spans.map((one) => one.name)}`);

describe("a page", () => {
  it("is a trace from the proxy's span down to each call of the API, with names that hold no id", async () => {
    const trace = proxyTrace();
    const number = numberOf("Long invoice");
    const [page, calls] = await world.api.record(() => anna.get(`/invoices/${number}?from=x`, trace.headers));
    expect(page.status).toBe(200);
    await received(trace.traceId);
    // Each call named its own span to the API; one of them is made after the answer.
    const named = () =>
      collector.of(trace.traceId).map(({ spanId, kind }) => `${kind} 00-${trace.traceId}-${spanId}-01`);
    const sent = calls.map(({ headers }) => `client ${String(headers["traceparent"])}`);
    expect(sent.length).toBeGreaterThan(2);
    await expect.poll(named).toEqual(expect.arrayContaining(sent));
    const spans = collector.of(trace.traceId);
    const request = spanNamed(spans, "GET /invoices/:number");
    expect(request).toMatchObject({ kind: "server", parentSpanId: trace.spanId, isError: false });
    expect(request.attributes).toEqual({
      "http.request.method": "GET",
      "url.scheme": "http",
      "http.route": "/invoices/:number",
      "url.path": "/invoices/:number",
      "http.response.status_code": 200,
    });
    const inner = spans.filter((span) => span !== request);
    expect(inner.map(({ parentSpanId }) => parentSpanId)).toEqual(inner.map(() => request.spanId));
    expect(spanNamed(spans, "load sqlite")).toMatchObject({
      kind: "internal",
      attributes: { "db.system.name": "sqlite", "db.operation.name": "load" },
    });
    expect(spanNamed(spans, "render").kind).toBe("internal");
    const files = "/{accountNumber}/{year}/{month}/{fileName}";
    expect(spanNamed(spans, `HEAD ${files}`).attributes["url.template"]).toBe(files);
    const { hostname, port } = new URL(world.api.url);
    expect(spanNamed(spans, "GET /Invoice/Details").attributes).toEqual({
      "http.request.method": "GET",
      "url.template": "/Invoice/Details",
      "http.response.status_code": 200,
      "server.address": hostname,
      "server.port": Number(port),
    });
  });

  it("that a browser posts to is a trace too, with its spans below that of the request", async () => {
    const trace = proxyTrace();
    const page = await anna.post("/switch-account", { account: "1001" }, trace.headers);
    expect(page.status).toBe(303);
    const spans = await received(trace.traceId);
    const { spanId } = spanNamed(spans, "POST /switch-account");
    expect(spanNamed(spans, "load sqlite").parentSpanId).toBe(spanId);
  });

  it("that fails is marked as an error, as is the call that failed", async () => {
    const trace = proxyTrace();
    const fail = () => ({ status: 500, body: "{}" });
    const page = await world.api.scripted(fail, () => anna.get("/tickets", trace.headers));
    expect(page.status).toBe(502);
    const spans = await received(trace.traceId);
    const failed = { isError: true, attributes: { "http.response.status_code": 502, "error.type": "502" } };
    expect(spanNamed(spans, "GET /tickets")).toMatchObject(failed);
    const call = spans.find(({ kind, isError }) => kind === "client" && isError);
    expect(call?.attributes).toMatchObject({ "http.response.status_code": 500, "error.type": "500" });
  });

  it("that the proxy doesn't sample isn't recorded, and its calls say so", async () => {
    const trace = proxyTrace("00");
    // The calls of earlier requests have ended by then.
    await world.api.record(async () => undefined);
    const [, calls] = await world.api.record(() => anna.get("/tickets", trace.headers));
    const after = proxyTrace();
    await anna.get("/tickets", after.headers);
    await received(after.traceId);
    expect(collector.of(trace.traceId)).toEqual([]);
    const sent = new RegExp(`^00-${trace.traceId}-[0-9a-f]{16}-00$`);
    for (const { headers } of calls) expect(headers["traceparent"]).toMatch(sent);
  });

  it("has the id of its trace in its log line", async () => {
    const before = world.portal.log.length;
    await anna.get("/tickets");
    const line = () => world.portal.log.slice(before).find(({ msg }) => msg === "request");
    await expect.poll(line).toBeTruthy();
    const spans = await received(String(line()?.["traceId"]));
    expect(spanNamed(spans, "GET /tickets").parentSpanId).toBeUndefined();
  });
});

it("the trace of a sign-in holds the call of the token endpoint", async () => {
  const token = () => collector.spans.find(({ name }) => name === "POST /customer/oauth2/v2.0/token");
  await expect
    .poll(token)
    .toMatchObject({ kind: "client", attributes: { "http.response.status_code": 200 } });
  const callback = collector.spans.find(({ spanId }) => spanId === token()?.parentSpanId);
  expect(callback?.name).toBe("GET /login/callback");
});

it("a collector gets its configured headers, and attributes that name the sender", async () => {
  await expect.poll(() => collector.headers.length).toBeGreaterThan(0);
  expect(collector.headers[0]).toMatchObject({ "x-collector-key": "a key-of-the-collector" });
  expect(collector.resources[0]).toMatchObject({
    "service.name": "demarc",
    "deployment.environment.name": "test",
    "cloud.region": "uk-south",
    "telemetry.sdk.language": "nodejs",
  });
});

describe("no span", () => {
  const allowedAttributes = [
    ...[
      "db.operation.name",
      "db.system.name",
      "error.type",
      "http.request.method",
      "http.response.status_code",
    ],
    ...["http.request.resend_count", "http.route", "server.address", "server.port", "url.path", "url.scheme"],
    "url.template",
  ];

  it("holds anything of a person, of what they asked for, or a secret", async () => {
    const number = numberOf("Long invoice");
    const trace = proxyTrace();
    const ask = (path: string) => anna.get(path, trace.headers);
    await ask("/search?q=a-confidential-term");
    await ask("/invoices?search=a-confidential-term");
    await ask(`/invoices/${number}/files/Invoice_${number}.pdf`);
    await ask(`/nowhere/${number}`);
    await ask("/account/contacts");
    await received(trace.traceId);
    await expect
      .poll(() => collector.of(trace.traceId).filter(({ kind }) => kind === "server"))
      .toHaveLength(5);
    const { headers } = world.api.calls.find((call) => call.headers.authorization) ?? expect.fail();
    const secrets = [headers.authorization, anna.cookie("session"), headers["ocp-apim-subscription-key"]];
    const personal = [emails.anna, "Anna", "Archer", "a-confidential-term", "1001", number];
    const sent = collector.spans.map(({ name, attributes: { "server.port": _, ...attributes } }) => [
      name,
      attributes,
    ]);
    for (const hidden of [...secrets, ...personal]) {
      expect(hidden).toBeTruthy();
      expect(JSON.stringify(sent)).not.toContain(hidden);
    }
    for (const secret of secrets) expect(collector.text).not.toContain(secret);
    const names = new Set(collector.spans.flatMap((span) => Object.keys(span.attributes)));
    expect([...names].filter((name) => !allowedAttributes.includes(name))).toEqual([]);
    expect(collector.of(trace.traceId).map(({ name }) => name)).toContain("GET /*");
  });

  it("is recorded for live streams, health checks and static files", async () => {
    const trace = proxyTrace();
    const leaving = new AbortController();
    const cookie = `session=${anna.cookie("session")}`;
    const stream = await fetch(new URL("/live", world.portal.url), {
      headers: { ...trace.headers, cookie },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    leaving.abort();
    for (const path of ["/healthz", "/readyz", "/brand.css"]) await anna.get(path, trace.headers);
    const after = proxyTrace();
    await anna.get("/tickets", after.headers);
    await received(after.traceId);
    expect(collector.of(trace.traceId)).toEqual([]);
  });
});

describe("a collector that", () => {
  let other: Collector;
  let portal: PortalProcess;
  beforeAll(async () => {
    other = await Collector.start();
    portal = await portalWith({ OTEL_EXPORTER_OTLP_ENDPOINT: other.url });
    return () => other.close().then(() => portal.kill());
  });
  const ask = async (path = "/login") => (await new Visitor(portal.url).get(path)).status;
  const logged = () => portal.log.flatMap(({ msg }) => (msg?.startsWith("traces") ? [msg] : []));

  it("refuses traces is logged once, and once more when it takes them again", async () => {
    other.mode = 400;
    for (const tries of [1, 2]) {
      expect(await ask()).toBe(200);
      await expect.poll(() => other.headers.length).toBe(tries);
    }
    other.mode = "take";
    expect(await ask()).toBe(200);
    await expect.poll(() => other.spans.length).toBeGreaterThan(0);
    await expect.poll(logged).toEqual(["traces can't be sent", "traces can be sent again"]);
  });

  it("is there gets the remaining spans when the portal stops", async () => {
    expect(await ask("/cookies")).toBe(200);
    expect(await portal.stop()).toBe(0);
    expect(other.spans.map(({ name }) => name)).toContain("GET /cookies");
  });

  it("is there gets about one request in ten by default", async () => {
    other.spans.length = 0;
    portal = await portalWith({ OTEL_EXPORTER_OTLP_ENDPOINT: other.url, OTEL_TRACES_SAMPLER: "" });
    for (let count = 0; count < 200; count += 1)
      await new Visitor(portal.url).send("/cookies", { method: "HEAD" });
    expect(await portal.stop()).toBe(0);
    const recorded = other.spans.filter(({ kind }) => kind === "server").length;
    expect(recorded > 0 && recorded < 80, `${recorded} of 200`).toBe(true);
  });

  it.each(["hangs", "is away"])(
    "%s delays no page, and delays a stop for a limited time only",
    async (how) => {
      const hanging = await Collector.start("hang");
      const url = how === "hangs" ? hanging.url : `http://127.0.0.1:${await freePort()}`;
      portal = await portalWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
      try {
        expect(await ask()).toBe(200);
        if (how === "hangs") await expect.poll(() => hanging.headers.length).toBe(1);
        const [asked, before] = [20, performance.now()];
        for (let count = 0; count < asked; count += 1) expect(await ask("/cookies")).toBe(200);
        expect((performance.now() - before) / asked).toBeLessThan(500);
        const stopped = performance.now();
        expect(await portal.stop()).toBe(0);
        expect(performance.now() - stopped).toBeLessThan(5_000);
        expect(logged().length).toBeLessThan(2);
      } finally {
        await hanging.close();
      }
    },
  );
});

it("without a collector nothing of the SDK is loaded, and without a Redis nothing of its client", async () => {
  expect(loadedBy(processOf(world.portal))).toContainEqual(
    expect.stringContaining("/@opentelemetry/sdk-trace/"),
  );
  const portal = await portalWith({ OTEL_EXPORTER_OTLP_ENDPOINT: "", SESSION_STORE: "sqlite::memory:" });
  expect((await new Visitor(portal.url).get("/login")).status).toBe(200);
  expect(await portal.stop()).toBe(0);
  expect(loadedBy(portal)).toEqual([]);
});

/** Another portal of this world. */
async function portalWith(environment: Readonly<Record<string, string>>): Promise<PortalProcess> {
  const url = `http://localhost:${await freePort()}`;
  return PortalProcess.start(url, { ...world.environment, ...environment });
}
