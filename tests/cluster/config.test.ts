import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import type { Variable } from "#server/config-variable.ts";
import { variables } from "#server/config-variables.ts";
import { ConfigFaults, readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { startPortal } from "#server/start.ts";
import { freePort } from "#server/testing/free-port.ts";
import manifest from "../../package.json" with { type: "json" };
import { nodeOptions, processSettings, root } from "../support/portal-process.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything a production portal needs. */
const complete: Readonly<Record<string, string>> = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.example",
  SESSION_SECRET: "a-secret-for-tests-only-0123456789abcdef",
  ...portalSettings("https://provider.example"),
  PORTAL_API_KEY: "f81d4fae7dec11d0a76500a0c91e6bf6",
  CUSTOMER_CLIENT_SECRET: "Qx7~customer-Lm29vTz",
  EMPLOYEE_CLIENT_SECRET: "Qx7~employee-Lm29vTz",
  GATEWAY_KEY: "Qx7~gateways-Lm29vTz",
};
const all: readonly Variable[] = Object.values(variables);
const required = all.filter((variable) => variable.required).map(({ name }) => name);

const completeWithout = (name: string) => ({ ...complete, [name]: "" });

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function start(environment: Readonly<Record<string, string>>, ...flags: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...processSettings, ...environment } as unknown as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, ["server.ts", ...flags], { cwd: root, env });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("close", (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}

/** What `--check-config` does, without a process of its own. */
const check = (environment: Readonly<Record<string, string>>) =>
  startPortal({ environment, log: createLog("silent"), checkOnly: true });

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults;
    throw error;
  }
}

describe("the configuration of a production portal", () => {
  it.each(required)("reports %s if only it is missing", (name) => {
    expect(faultsOf(completeWithout(name))).toEqual([`${name} is missing`]);
  });

  it("lists every missing variable", async () => {
    const checked = check({ NODE_ENV: "production" });
    for (const name of required) await expect(checked).rejects.toThrow(`${name} is missing`);
    await expect(checked).rejects.toThrow(`has ${required.length} faults`);
  });

  it("names variables that aren't usable, without their values, and ends with code 78", async () => {
    const invalid = {
      PORT: "canary-port",
      PUBLIC_URL: "canary-url",
      TRUST_PROXY: "99",
      LOG_LEVEL: "canary-level",
      SESSION_SECRET: "canary-too-short",
      SESSION_STORE: "canary://store",
      PORTAL_API_URL: "ftp://canary.example",
      HELP_DESK_EMAIL: "canary-address",
      CARD_PAYMENT_ORIGINS: "canary-origin",
      BRAND_COLOUR: "canary-colour",
      DEMO: "canary-flag",
    };
    const { code, output } = await start({ ...complete, ...invalid });
    expect(code).toBe(78);
    for (const name of Object.keys(invalid)) expect(output).toContain(`${name} is not usable`);
    expect(output).not.toContain("canary");
  });

  it("is only checked with --check-config", async () => {
    expect(await start(complete, "--check-config")).toEqual({ code: 0, output: "" });
    await expect(check(completeWithout("PORTAL_API_KEY"))).rejects.toThrow("PORTAL_API_KEY is missing");
  });

  it("reads only secrets from files", () => {
    const file = join(folder, "secret");
    writeFileSync(file, "0123456789-0123456789-0123456789-new,a-secret-for-tests-only-0123456789abcdef\n");
    const { sessionSecrets } = readConfig({
      ...completeWithout("SESSION_SECRET"),
      SESSION_SECRET_FILE: file,
    });
    expect(sessionSecrets).toEqual([
      "0123456789-0123456789-0123456789-new",
      "a-secret-for-tests-only-0123456789abcdef",
    ]);
    expect(
      faultsOf({ ...completeWithout("PORTAL_API_KEY"), PORTAL_API_KEY_FILE: join(folder, "none") }),
    ).toEqual(["PORTAL_API_KEY_FILE cannot be read", "PORTAL_API_KEY is missing"]);
    expect(faultsOf({ ...completeWithout("PUBLIC_URL"), PUBLIC_URL_FILE: file })).toEqual([
      "PUBLIC_URL is missing",
    ]);
  });

  it.each([
    ["PORT", " "],
    ["STUCK_SECONDS", "30s"],
    ["PUBLIC_URL", "https://portal.example/customers"],
    ["PUBLIC_URL", "https://portal.example?a=b"],
    ["PORTAL_API_URL", "https://api.example/v1?key=b"],
    ["FILES_URL", "https://anna:secret@files.example"],
    ["PORTAL_API_KEY", "f81d4fae–7dec–11d0–a765"],
    ["CARD_PAYMENT_ORIGINS", "https://a.example;b.example"],
    ["OTEL_TRACES_SAMPLER_ARG", " "],
    ["CUSTOMER_SCOPES", '"openid offline_access"'],
  ])("reports %s where its value can't work: %s", (name, value) => {
    expect(faultsOf({ ...complete, [name]: value })).toEqual([
      expect.stringMatching(`^${name} is not usable: `),
    ]);
  });

  it("reads an address in any spelling, and a short one of Redis", () => {
    const spelt = { PUBLIC_URL: "HTTPS://Portal.example:443/", SESSION_STORE: "redis://redis" };
    const { publicUrl, secure, sessionStore } = readConfig({ ...complete, ...spelt });
    expect([publicUrl, secure, sessionStore]).toEqual(["https://portal.example", true, "redis://redis"]);
  });

  it("requires a portal API unless it is a demo", async () => {
    const bare = { NODE_ENV: "production" };
    expect(faultsOf(completeWithout("PORTAL_API_URL"))).toEqual(["PORTAL_API_URL is missing"]);
    await check({ ...bare, DEMO: "1" });
    await expect(check({ ...bare, DEMO: "0" })).rejects.toThrow("PORTAL_API_URL is missing");
  });

  it("refuses the development secret", () => {
    const secret = "development-only-secret-not-for-production";
    expect(faultsOf({ ...complete, SESSION_SECRET: secret })).toEqual([
      "SESSION_SECRET is the development secret",
    ]);
  });
});

describe("production refuses", () => {
  const secrets = all.filter(({ secret }) => secret).map(({ name }) => name);
  const published = ["development-only-secret-not-for-production", ...Object.values(demoSecrets)];
  const weak = [
    "a".repeat(40),
    "abababab".repeat(6),
    "0123456789abcdef".repeat(3),
    "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbcc12",
    "short-1",
  ];

  it.each(secrets)("a published or weak %s, by value and by file", (name) => {
    for (const [index, secret] of [...published, ...weak].entries()) {
      const file = join(folder, `${name}-${index}`);
      // A session secret must be long, and a published one is refused as part of a longer one too.
      const value =
        name === "SESSION_SECRET" && index < published.length ? `${secret}-${"kq".repeat(12)}` : secret;
      writeFileSync(file, value);
      const faults = [
        faultsOf({ ...complete, [name]: value }),
        faultsOf({ ...completeWithout(name), [`${name}_FILE`]: file }),
      ];
      for (const secretFaults of faults)
        expect([secret, secretFaults]).toEqual([secret, [expect.stringMatching(`^${name} is `)]]);
    }
  });

  it("one such key anywhere in the list of session secrets", () => {
    const ring = `${complete["SESSION_SECRET"]}, demo-only-session-secret-0123456789abcdef`;
    expect(faultsOf({ ...complete, SESSION_SECRET: ring })).toEqual(["SESSION_SECRET is a published secret"]);
  });

  it("published secrets before anything starts, unless it is a demo", async () => {
    const demo = { ...complete, ...portalSettings("https://provider.example") };
    expect(faultsOf({ ...demo, DEMO: "1" })).toEqual([]);
    await expect(check(demo)).rejects.toThrow("PORTAL_API_KEY is a published secret");
  });

  const serviceAddresses = [
    "PUBLIC_URL",
    "PORTAL_API_URL",
    "PORTAL_HUB_URL",
    "CUSTOMER_ISSUER",
    "EMPLOYEE_AUTHORITY",
    "FILES_URL",
  ];
  it.each([
    ...serviceAddresses,
    "ADDRESS_LOOKUP_URL",
    "CAMPAIGN_FEED_URL",
    "CARD_PAYMENT_ORIGINS",
    "SHOP_ORIGINS",
  ])("plain http for %s, except on this machine", (name) => {
    const faults = (url: string, more = {}) => faultsOf({ ...complete, [name]: url, ...more });
    expect(faults("http://host.example")).toEqual([expect.stringMatching(`^${name} uses plain http`)]);
    expect(faults("http://localhost.evil.example")).toHaveLength(1);
    expect(faults("http://host.example", { ALLOW_PLAIN_HTTP: "1" })).toEqual([]);
    for (const localUrl of [
      "http://localhost:3000",
      "http://provider.localhost:3001",
      "http://127.0.0.1:1",
      "http://[::1]:1",
    ])
      expect([localUrl, faults(localUrl)]).toEqual([localUrl, []]);
  });
});

describe("traces", () => {
  const collector = (more: Readonly<Record<string, string>>) =>
    faultsOf({ ...complete, OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318", ...more });
  const key = "x-collector-key=Qx7~collector-Lm29vTz";

  it("may be sent over plain http, unless a key is sent with them", () => {
    expect(collector({})).toEqual([]);
    const [fault, ...others] = collector({ OTEL_EXPORTER_OTLP_HEADERS: key });
    expect(fault).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT uses plain http/);
    expect(others).toEqual([]);
    expect(collector({ OTEL_EXPORTER_OTLP_HEADERS: key, ALLOW_PLAIN_HTTP: "1" })).toEqual([]);
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_HEADERS", "no-header-but-a-long-text"],
    ["OTEL_EXPORTER_OTLP_HEADERS", `${key},x-tenant=%zz`],
    ["OTEL_EXPORTER_OTLP_HEADERS", `${key},x-tenant=a%0Ab`],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://user:key@collector.example"],
    ["OTEL_TRACES_SAMPLER", "sometimes"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_BSP_SCHEDULE_DELAY", "0"],
  ])("refuse %s=%s", (name, value) => {
    expect(collector({ [name]: value })).toEqual([expect.stringMatching(`^${name} is not usable`)]);
  });
});

it("a signal during the start ends it, also for a container's first process", async () => {
  const env = { ...processSettings, ...complete, SESSION_STORE: `redis://127.0.0.1:${await freePort()}` };
  const portal = spawn(process.execPath, ["server.ts"], {
    cwd: root,
    env: env as unknown as NodeJS.ProcessEnv,
  });
  // The first line says that the session store is away, which the start waits for.
  portal.stdout.once("data", () => portal.kill("SIGTERM"));
  // A process that doesn't listen to the signal would end by it.
  expect(await once(portal, "exit")).toEqual([1, null]);
});

describe("the container's settings", () => {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const dockerfile = read("Dockerfile");

  it("are complete for the portals of compose.yaml", () => {
    const settings = parseEnv(read("deploy/portal.env")) as Record<string, string>;
    expect(readConfig({ ...settings, NODE_ENV: "production" })).toMatchObject({
      production: true,
      trustProxy: 1,
      sessionStore: "redis://redis:6379",
      portalApiUrl: "http://provider.localhost:3001/api",
    });
  });

  it("have the demo provider only in the demo image", () => {
    const stages = dockerfile.split(/^FROM /m).slice(1);
    const stageOf = (name: string) =>
      stages.find((text) => text.split("\n")[0]?.endsWith(` AS ${name}`)) ?? "";
    expect(stages.filter((text) => /^COPY provider|DEMO=1/m.test(text))).toEqual([stageOf("demo")]);
    expect(stages.at(-1)).toBe(stageOf("portal"));
    expect(stageOf("portal")).toContain("COPY --from=dependencies ");
    expect(stageOf("dependencies")).toContain("--omit=optional");
    expect(manifest.dependencies).not.toHaveProperty("oidc-provider");
  });

  it("use the Node version of the tests, and its options, which npm start has too", () => {
    const image = `\${NODE_IMAGE:-node:${manifest.devDependencies.node}-bookworm-slim}`;
    expect(dockerfile).toContain(`FROM ${image} AS base\n`);
    const command = ["node", ...nodeOptions, "server.ts"];
    expect(dockerfile).toContain(`\nCMD ${JSON.stringify(command).replaceAll(",", ", ")}\n`);
    expect(manifest.scripts.start).toContain(` node ${nodeOptions.join(" ")} --env-file=demo.env server.ts`);
  });
});
