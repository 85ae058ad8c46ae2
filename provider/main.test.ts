import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe("the provider's process", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "provider-main-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = async (): Promise<{ child: ChildProcess; url: string }> => {
    const environment = {
      NODE_ENV: "test" as const,
      PROVIDER_PORT: "0",
      PROVIDER_DATA: join(folder, "provider.sqlite"),
    };
    const child = fork(script("main.ts"), {
      env: environment,
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [message] = (await once(child, "message")) as [{ ready: true; url: string }];
    expect(message.ready).toBe(true);
    return { child, url: message.url };
  };

  test("announces its address, and stops when its parent ends, even with open requests", async () => {
    const { child, url } = await start();
    const asJson = { method: "POST", headers: { "content-type": "application/json" } };
    await fetch(`${url}/control/faults`, { ...asJson, body: '{"kind":"hang","path":"/ip"}' });
    const hanging = fetch(`${url}/ip`).catch(() => "cut off");
    expect((await fetch(`${url}/customer/.well-known/openid-configuration`)).status).toBe(200);
    const exit = once(child, "exit");
    child.disconnect();
    await expect(exit).resolves.toEqual([0, null]);
    await expect(hanging).resolves.toBe("cut off");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("on its own stops on %s", async (signal) => {
    const env = { NODE_ENV: "test" as const, PROVIDER_PORT: "0", PROVIDER_DATA: ":memory:" };
    const child = spawn(process.execPath, [script("main.ts")], { env });
    await once(child.stdout, "data");
    child.kill(signal);
    await expect(once(child, "exit")).resolves.toEqual([0, null]);
  });

  test("keeps running and keeps its port after signals to its parent, too, and accepts events until it stops", async () => {
    const { child, url } = await start();
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect((await fetch(`${url}/ip`)).status).toBe(200);
    const environment = {
      NODE_ENV: "test" as const,
      PROVIDER_PORT: new URL(url).port,
      PROVIDER_DATA: ":memory:",
    };
    const second = spawn(process.execPath, [script("main.ts")], { env: environment });
    const [faults, [code]] = await Promise.all([text(second.stderr), once(second, "exit")]);
    expect(code).toBe(1);
    expect(faults).toMatch(/^The embedded provider cannot start: listen EADDRINUSE.*\n$/);
    const run = async (...words: string[]) => {
      const command = spawn(process.execPath, [script("event.ts"), ...words], {
        env: { NODE_ENV: "test", PROVIDER_URL: url },
      });
      const [out, faults, [code]] = await Promise.all([
        text(command.stdout),
        text(command.stderr),
        once(command, "exit"),
      ]);
      return { out, faults, code: code as number };
    };
    await expect(run("line-check", "--client", "1003")).resolves.toMatchObject({
      code: 0,
      out: expect.stringMatching(/Notification \d+ was issued; live connections told: 0\./) as string,
    });
    await expect(run("earthquake")).resolves.toMatchObject({
      code: 1,
      faults: expect.stringContaining("kind") as string,
    });
    await expect(run()).resolves.toMatchObject({ code: 64 });
    const exit = once(child, "exit");
    child.disconnect();
    await exit;
    await expect(run("line-check")).resolves.toMatchObject({
      code: 1,
      faults: expect.stringContaining("Is the provider running?") as string,
    });
  });
});
