import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import type { TestPortal } from "../support/portal-process.ts";
import { addressOf, dataAddressOf, routeTable } from "../support/route-table.ts";
import { Visitor, type Page } from "../support/visitor.ts";
import { startPortal, world } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-hardening-"));
startWithAnna({ environment: { SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}` } });

/** A second portal with the same sessions, as people reach it over https through a proxy. */
let https: TestPortal;
const analytics = "https://analytics.example/a.js";
beforeAll(async () => {
  https = await startPortal(`http://127.0.0.1:${await freePort()}`, {
    ...world.environment,
    PUBLIC_URL: "https://portal.example",
    TRUST_PROXY: "1",
    ANALYTICS_SCRIPT_URL: analytics,
  });
});
afterAll(async () => {
  await https.stop();
  rmSync(folder, { recursive: true });
});

interface Asked {
  readonly cookies?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const proxied = { host: "portal.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7" };

/** Sends a request over https as a browser with these cookies. */
function ask(path: string, { cookies = {}, headers = {}, ...sent }: Asked = {}): Promise<Page> {
  const visitor = new Visitor(https.url);
  for (const [name, value] of Object.entries(cookies)) visitor.setCookie(name, value);
  return visitor.send(path, { ...sent, headers: { ...proxied, ...headers } });
}

const asAnna = () => ({ "__Host-session": anna.cookie("session") ?? "" });
const isHtml = ({ headers }: Page) => headers.get("content-type")?.startsWith("text/html") ?? false;

/** Checks the headers that every answer must have. */
function expectHeaders(path: string, page: Page): void {
  const { headers } = page;
  const policy = headers.get("content-security-policy") ?? "";
  expect([path, policy]).toEqual([path, expect.stringMatching(/default-src 'none'/)]);
  expect([path, Object.fromEntries(headers)]).toEqual([
    path,
    expect.objectContaining({
      "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-embedder-policy": expect.stringMatching(/^(require-corp|credentialless)$/),
    }),
  ]);
  const named = ["x-powered-by", "server", "access-control-allow-origin"].map((name) => headers.get(name));
  expect([path, ...named]).toEqual([path, null, null, null]);
  if (isHtml(page))
    expect([path, observatoryScore(page, headers.getSetCookie()) >= 145]).toEqual([path, true]);
}

describe("every answer has the headers that keep a browser safe, and pages score at least 145 in HTTP Observatory:", () => {
  const routes = Object.keys(routeTable);

  it.each(["a stranger", "Anna"])("each route and its data, for %s", async (who) => {
    const cookies = who === "Anna" ? asAnna() : {};
    for (const route of routes)
      // A redirect costs nothing. What Anna would see is rendered below, once for each kind of answer.
      for (const path of [dataAddressOf(route), ...(who === "Anna" ? [] : [addressOf(route)])]) {
        const page = await ask(path, { cookies });
        expectHeaders(path, page);
        if (routeTable[route] !== "open" && route !== "/")
          expect([path, page.headers.get("cache-control")]).toEqual([
            path,
            expect.stringContaining("no-store"),
          ]);
      }
  });

  it("each public file, a built asset, and addresses that aren't files", async () => {
    const login = await ask("/login");
    const built = login.$("link[rel=stylesheet]").attr("href") ?? "";
    const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const addresses = files.map((file) => join(file.parentPath, file.name).replace(/^public/, ""));
    expect(addresses).toContain("/favicon.svg");
    const others = [
      "/.well-known/security.txt",
      "/assets/gone.js",
      "/brand.css",
      "/healthz",
      "/readyz",
      "/live",
    ];
    for (const path of [...addresses, built, ...others]) expectHeaders(path, await ask(path));
  });

  const otherAnswers: readonly (readonly [number, string, Asked])[] = [
    [405, "/login", { method: "DELETE" }],
    [421, "/login", { headers: { host: "evil.example" } }],
    [414, `/login?${"x".repeat(9_000)}`, {}],
    [400, "/%E0%A4%A", {}],
    [403, "/login", { method: "POST", body: "", headers: { ...form, origin: "https://evil.example" } }],
    [413, "/login", { method: "POST", body: "x".repeat(600_000), headers: form }],
    [415, "/login", { method: "POST", body: "{}", headers: { "content-type": "application/json" } }],
    [401, "/campaign-images/fibre", {}],
    [200, "/error", {}],
    [200, "/error?reason=clients", {}],
  ];
  it.each(otherAnswers)("%i for %.40s", async (status, path, asked) => {
    const page = await ask(path, asked);
    expect(page.status).toBe(status);
    expectHeaders(path, page);
  });

  it("a page, a file, a campaign's image and Page Not Found of someone who's signed in", async () => {
    const asAnnaAt = (path: string) => ask(path, { cookies: asAnna() });
    const dashboard = await asAnnaAt("/dashboard");
    const image = dashboard.$("[aria-label=Campaigns] img").attr("src") ?? "";
    const answers = {
      "/dashboard": 200,
      [image]: 200,
      "/account/contacts/export.csv": 200,
      "/no-such-page": 404,
    };
    for (const [path, status] of Object.entries(answers)) {
      const page = await asAnnaAt(path);
      expect([path, page.status]).toEqual([path, status]);
      expectHeaders(path, page);
    }
  });

  it("a page with another site's script, which is loaded without cookies", async () => {
    const cookies = { ...asAnna(), "__Host-cookie-choice": "accepted" };
    const page = await ask("/dashboard", { cookies });
    expect(page.$(`script[src="${analytics}"]`).length).toBe(1);
    expect(page.headers.get("cross-origin-embedder-policy")).toBe("credentialless");
    expectHeaders("/dashboard", page);
  });
});

describe("over https", () => {
  it.each([
    ["/appearance", { theme: "dark" }, "__Host-theme=dark"],
    ["/cookies", { choice: "opt-out" }, "__Host-cookie-choice=opted-out"],
  ])("%s keeps the choice in a cookie that no other host can set", async (path, typed, cookie) => {
    const body = new URLSearchParams(typed as unknown as Record<string, string>).toString();
    const headers = { ...form, origin: "https://portal.example" };
    const [line = ""] = (await ask(path, { method: "POST", headers, body })).headers.getSetCookie();
    expect(line.startsWith(`${cookie}; Path=/;`)).toBe(true);
    expect(line).toMatch(/; Secure$/);
    const [name = "", value = ""] = cookie.split("=");
    const chosen = (cookies: Record<string, string>) => ask("/cookies", { cookies });
    expect((await chosen({ [name]: value })).text).not.toBe((await chosen({})).text);
  });

  it("the request id is taken from the proxy", async () => {
    const { headers } = await ask("/healthz", { headers: { "x-request-id": "from-the-proxy-1" } });
    expect(headers.get("x-request-id")).toBe("from-the-proxy-1");
  });

  it("the proxy's trace goes on in every call to the API, and in the log", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const [, calls] = await world.api.record(() =>
      ask("/dashboard", { cookies: asAnna(), headers: { traceparent } }),
    );
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.map(({ headers }) => headers["traceparent"])).toEqual(calls.map(() => traceparent));
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const lines = () => https.log.filter(({ msg, traceId }) => msg === "request" && traceId === trace);
    await expect.poll(lines).toHaveLength(1);
  });
});

it("security.txt names a contact, and expires in less than a year", async () => {
  const { headers, text } = await ask("/.well-known/security.txt");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toBe(`mailto:${world.environment["HELP_DESK_EMAIL"]}`);
  expect(fields.get("Canonical")).toBe("https://portal.example/.well-known/security.txt");
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

describe("without a proxy", () => {
  it("the browser can't choose the request id", async () => {
    const { headers } = await anna.get("/healthz", { "x-request-id": "from-a-browser-1" });
    expect(headers.get("x-request-id")).not.toBe("from-a-browser-1");
  });

  it("the browser can't choose the trace: each request begins one, which its calls share", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const [, calls] = await world.api.record(() => anna.get("/dashboard", { traceparent }));
    const [own, ...others] = new Set(calls.map(({ headers }) => headers["traceparent"]));
    expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect([own === traceparent, others]).toEqual([false, []]);
  });

  it("a request that names two hosts is refused", async () => {
    const { hostname, port, host } = new URL(world.portal.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      const read: Buffer[] = [];
      socket.on("data", (part: Buffer) => read.push(part)).on("error", reject);
      socket.on("end", () => resolve(Buffer.concat(read).toString()));
      socket.write(`GET /login HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("two different host names");
  });
});

it("the log holds no stack for an error page", async () => {
  world.provider.faults.add({ kind: "500", path: "/api/SupportTicket", delayMs: 0 });
  const id = (await anna.get("/tickets/60")).headers.get("x-request-id");
  const lineOf = () =>
    world.portal.log.find(({ msg, requestId }) => requestId === id && msg === "request failed");
  await expect.poll(lineOf).toMatchObject({ res: { status: 502 } });
  expect(JSON.stringify(lineOf())).not.toContain("stack");
});

/**
 * The score that MDN's HTTP Observatory would give to a page of an https site, by its published chart
 * (github.com/mdn/mdn-http-observatory, src/grader/charts.js). Without the 5 points for a host in the browsers' preload
 * list. Plain-http origins of the test's provider count as https.
 */
function observatoryScore({ headers, $ }: Page, cookies: readonly string[]): number {
  const directives = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources] as const;
    }),
  );
  const scripts = $("script[src]").toArray();
  const foreignScripts = scripts.filter((script) => /^(https?:)?\/\//.test($(script).attr("src") ?? ""));
  const modifiers = [
    policyModifier(directives),
    headers.get("referrer-policy") === "same-origin" ? 5 : 0,
    directives.has("frame-ancestors") ? 5 : -20,
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    headers.get("cross-origin-resource-policy") === "same-origin" ? 10 : 0,
    headers.get("cross-origin-opener-policy") === "same-origin" ? 10 : 0,
    /^(require-corp|credentialless)$/.test(headers.get("cross-origin-embedder-policy") ?? "") ? 10 : 0,
    /^max-age=(\d{8,});/.test(headers.get("strict-transport-security") ?? "") ? 0 : -20,
    headers.get("access-control-allow-origin") === null ? 0 : -50,
    foreignScripts.length > 0 ? -5 : 0,
    cookieModifier(cookies),
  ];
  return modifiers.reduce((sum, modifier) => sum + modifier, 100);
}

function policyModifier(directives: ReadonlyMap<string, readonly string[]>): number {
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get("default-src") ?? ["*"];
  const broad = /^(\*|https?:(\/\/\*.*)?|data:|'unsafe-inline'|'unsafe-eval')$/;
  if (directives.get("default-src") === undefined) return -25;
  if (
    ["script-src", "object-src", "style-src"].some((name) =>
      sourcesOf(name).some((source) => broad.test(source)),
    )
  )
    return -20;
  return directives.get("default-src")?.join() === "'none'" ? 10 : 5;
}

function cookieModifier(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((line) => !/; Secure/i.test(line))) return -40;
  if (cookies.some((line) => /sess/i.test(line) && !/; HttpOnly/i.test(line))) return -30;
  return cookies.every((line) => /; SameSite=(Lax|Strict)/i.test(line)) ? 5 : 0;
}
