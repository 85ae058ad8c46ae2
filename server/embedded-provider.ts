import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Config, Environment } from "./config.ts";

const START_TIMEOUT_MS = 60_000;

/**
 * Starts `provider/` in its own process and waits until it listens. Rejects if that process ends first or takes too long.
 * Neither process outlives the other. `settings` point the portal at the provider.
 */
export async function startEmbeddedProvider(environment: Environment) {
  const portalUrl = environment["PUBLIC_URL"] || `http://localhost:${environment["PORT"] || 3000}`;
  const child = fork(fileURLToPath(new URL("../provider/main.ts", import.meta.url)), {
    env: { ...environment, PORTAL_URL: portalUrl } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const url = await waitUntilListening(child);
  child.once("exit", endWithProvider);
  const { portalSettings } = await import("#provider/portal-settings.ts");
  return { settings: portalSettings(url), stop: () => stop(child) };
}

export async function printDemoSignIns({ publicUrl }: Config): Promise<void> {
  const { demoPassword, people } = await import("#provider/data/people.ts");
  const width = Math.max(...people.map(({ email }) => email.length));
  const lines = people.map(({ email, shows }) => `    ${email.padEnd(width)}  ${shows}`);
  process.stdout.write(`
  The portal is at  ${publicUrl}

  Demo sign-ins (password ${demoPassword}):
${lines.join("\n")}

  Make things happen:  npm run provider:event -- line-check

`);
}

function waitUntilListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the embedded provider did not start in time")),
      START_TIMEOUT_MS,
    );
    child.once("message", (message: { url: string }) => {
      clearTimeout(timer);
      resolve(message.url);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the embedded provider ended with code ${code}`));
    });
  });
}

/** Nothing catches the error: the portal stops with code 1, and whoever watches it starts both again. */
function endWithProvider(code: number | null, signal: string | null): never {
  throw new Error(`the embedded provider ended with ${signal ?? `code ${code}`}`);
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  child.off("exit", endWithProvider);
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    if (child.connected) child.disconnect();
  });
}
