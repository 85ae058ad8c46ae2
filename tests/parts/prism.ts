import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { documentPathOf } from "../../scripts/contract/openapi.ts";
import { portalApiCalls } from "../../scripts/contract/operations.ts";
import type { WorldOptions } from "../support/world.ts";

const require = createRequire(import.meta.url);
const main = require.resolve("@stoplight/prism-cli/dist/index.js");

/**
 * Puts Prism between the portal and its API; call at the top of a test file. Prism knows nothing but the contract: it
 * hands on what the contract allows, and answers with an error where a call or its answer differs. `complaints` returns
 * the errors and warnings that it printed.
 */
export async function startPrism(): Promise<{ world: WorldOptions; complaints: () => string[] }> {
  const [port, providerPort] = [await freePort(), await freePort()];
  const api = `http://localhost:${providerPort}/api`;
  const options = ["--port", `${port}`, "--errors", "--verboseLevel", "warn"];
  const folder = mkdtempSync(join(tmpdir(), "prism-"));
  const contract = join(folder, "contract.json");
  let prism: ChildProcess;
  let output = "";
  beforeAll(async () => {
    writeFileSync(contract, JSON.stringify(await withSpellings()));
    prism = spawn(process.execPath, [main, "proxy", contract, api, ...options], {
      // It starts another process in production, which fails here.
      env: { ...process.env, NODE_ENV: "test" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    process.once("exit", () => prism.kill("SIGKILL"));
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 30_000, interval: 100 });
    prism.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  });
  afterAll(() => {
    prism.kill();
    rmSync(folder, { recursive: true });
  });
  return {
    world: {
      provider: { port: providerPort },
      environment: { PORTAL_API_URL: `http://127.0.0.1:${port}` },
    },
    // All but those about `/`, which only asked whether Prism listens.
    complaints: () =>
      output.split("\n").filter((line) => / (error|warning) /.test(line) && !/ get \/ /.test(line)),
  };
}

/** The contract with each path as the portal spells it, since Prism tells cases and closing slashes apart. */
async function withSpellings(): Promise<unknown> {
  const document = JSON.parse(readFileSync("docs/portal-api.openapi.json", "utf8")) as {
    paths: Record<string, Record<string, unknown>>;
  };
  for (const { operation } of await portalApiCalls()) {
    const method = operation.method.toLowerCase();
    const spelt = (document.paths[`/${operation.path}`] ??= {});
    spelt[method] = document.paths[documentPathOf(operation.path)]?.[method];
  }
  return document;
}
