import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { processSettings, root } from "../support/portal-process.ts";
import { Visitor } from "../support/visitor.ts";

/** Starts the portal with its embedded provider; both write to this file. */
async function startDemo(outputFile: string) {
  const [port, providerPort] = [await freePort(), await freePort()];
  const portal = spawn(process.execPath, ["server.ts"], {
    cwd: root,
    env: {
      ...processSettings,
      NODE_ENV: "production",
      DEMO: "1",
      // As `docker run --env-file` sets a variable that the file leaves empty.
      PUBLIC_URL: "",
      PORT: String(port),
      PROVIDER_PORT: String(providerPort),
      PROVIDER_DATA: ":memory:",
      PROVIDER_LOG_LEVEL: "debug",
      DRAIN_DELAY_MS: "0",
    },
    stdio: ["ignore", openSync(outputFile, "w"), "pipe"],
  });
  onTestFinished(() => void portal.kill("SIGKILL"));
  const url = `http://localhost:${port}`;
  const isHealthy = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true);
  return { portal, url };
}

/** The provider is the portal's only child. */
const providerOf = ({ pid }: ChildProcess) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

it("the demo runs on a full disk, until its provider is killed", async () => {
  const { portal, url } = await startDemo("/dev/full");
  const page = await new Visitor(url).signIn("carla.mendes@brightwater.example");
  expect([page.status, new URL(page.url).pathname]).toEqual([200, "/dashboard"]);
  process.kill(providerOf(portal), "SIGKILL");
  expect(await once(portal, "exit")).toEqual([1, null]);
});
