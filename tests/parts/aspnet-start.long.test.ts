import { spawn } from "node:child_process";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { findDotnet } from "../../scripts/find-programs.ts";

const isUp = (port: string) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

describe.runIf(findDotnet())("npm run example:aspnet", () => {
  it.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "says in its last line how to sign in, sends events on, and ends all it started on %s",
    async (signal) => {
      const [portal, provider, backend] = [await freePort(), await freePort(), await freePort()].map(String);
      const env = {
        ...process.env,
        ...{ PORT: portal, PORTAL_URL: `http://localhost:${portal}`, PROVIDER_PORT: provider },
        ...{ PROVIDER_DATA: ":memory:", ASPNETCORE_URLS: `http://127.0.0.1:${backend}` },
      };
      const npm = spawn("npm", ["run", "example:aspnet"], { env, detached: true });
      onTestFinished(() => {
        if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, "SIGKILL");
      });
      let printed = "";
      npm.stdout.on("data", (data: Buffer) => (printed += data.toString()));
      await expect.poll(() => printed, { timeout: 240_000 }).toContain("Ready: ");
      const lines = printed.trim().split("\n");
      expect(lines.length).toBeLessThan(12);
      expect(lines.at(-1)).toMatch(
        /^Ready: sign in at http:\/\/localhost:\d+ as anna\.archer@\S+ with the password \S+\. /,
      );
      const event = await promisify(execFile)("npm", ["run", "provider:event", "--", "line-check"], { env });
      expect(event.stdout).toContain("No portal is connected to this hub for account 1001");
      const ended = once(npm, "exit");
      // Ctrl-C reaches every process of the terminal.
      process.kill(signal === "SIGINT" ? -npm.pid! : npm.pid!, signal);
      await ended;
      const isAnyUp = async () =>
        (await Promise.all([portal, provider, backend].map((port) => isUp(port!)))).includes(true);
      await expect.poll(isAnyUp, { timeout: 30_000 }).toBe(false);
    },
  );
});
