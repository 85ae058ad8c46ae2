import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, expect, it } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { startProvider } from "#provider/start.ts";
import { freePort } from "#server/testing/free-port.ts";

const folder = mkdtempSync(join(tmpdir(), "integrate-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script of ours with nothing but these settings. */
function run(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env: env as NodeJS.ProcessEnv }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

it("the printed settings let a portal start, with nothing but API and hub elsewhere", async () => {
  const printed = await run(["provider/main.ts", "--print-env", "http://localhost:5080/api/"], {});
  const settings = parseEnv(printed.stdout);
  const elsewhere = Object.entries(settings).filter(([, value]) => value?.includes("localhost:5080"));
  expect(elsewhere).toEqual([
    ["PORTAL_API_URL", "http://localhost:5080/api"],
    ["PORTAL_HUB_URL", "http://localhost:5080/api/Hub/myportalalerts"],
  ]);
  const env = { ...settings, NODE_ENV: "production", DEMO: "1" };
  expect(await run(["server.ts", "--check-config"], env)).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("a printed token lets its owner into the provider, and a name that nobody has gets the usage", async () => {
  const port = await freePort();
  const data = join(folder, "provider.sqlite");
  const env = { PROVIDER_PORT: String(port), PROVIDER_DATA: data };
  const [anna, nobody] = [
    await run(["provider/token.ts", "anna"], env),
    await run(["provider/token.ts", "zoe"], env),
  ];
  expect([nobody.code, nobody.stdout, nobody.stderr]).toEqual([64, "", expect.stringContaining("anna")]);
  const provider = await startProvider({ port, data });
  const reply = await fetch(`${provider.url}/api/Client/MyAccounts`, {
    headers: {
      authorization: `Bearer ${anna.stdout.trim()}`,
      "ocp-apim-subscription-key": demoSecrets.portalApiKey,
    },
  });
  await provider.close();
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('"1001"')]);
});
