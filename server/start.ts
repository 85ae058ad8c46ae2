import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Logger } from "pino";
import { createApp, type AppParts } from "./app.ts";
import { drainTimeoutMs } from "./config-safety.ts";
import { ConfigFaults, readConfig, wantsEmbeddedProvider, type Config, type Environment } from "./config.ts";
import { drain, trackOpen } from "./drain.ts";
import { createMetrics } from "./metrics.ts";
import { createPendingWork } from "./pending-work.ts";
import { createLive, createServices, createSessionService, startTracingIfConfigured } from "./services.ts";
import { erasePerson } from "./session/erase.ts";
import type { SessionService } from "./session/sessions.ts";
import { createWatchdog } from "./watchdog.ts";

export interface StartOptions {
  readonly environment: Environment;
  readonly log: Logger;
  /** Just checks that the configuration is usable, without starting anything. */
  readonly checkOnly?: boolean;
}

export interface RunningPortal {
  readonly url: string;
  /** Stops the portal; requests that it has accepted are still answered. Resolves to false if work had to be cut off. */
  stop(): Promise<boolean>;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Starts the portal and resolves once it's listening. Throws ConfigFaults for an unusable configuration. */
export async function startPortal({
  environment,
  log,
  checkOnly = false,
}: StartOptions): Promise<RunningPortal> {
  const usesEmbedded = wantsEmbeddedProvider(environment);
  if (usesEmbedded && !existsSync(join(root, "provider")))
    throw new ConfigFaults([
      "DEMO=1 without PORTAL_API_URL needs the demo image: this image has no provider",
    ]);
  const provider = usesEmbedded && !checkOnly ? await startEmbeddedProvider(environment) : undefined;
  const config = readConfig(
    environment,
    provider?.settings ?? (usesEmbedded ? await embeddedSettings() : {}),
  );
  if (checkOnly) return { url: config.publicUrl, stop: async () => true };
  let draining = false;
  const metrics = createMetrics();
  const stopTracing = await startTracingIfConfigured(config, log);
  const pendingWork = createPendingWork(log, metrics);
  const sessions = await createSessionService(config, log, pendingWork);
  metrics.watchStore(sessions);
  const services = await createServices(config, log, metrics, sessions, pendingWork);
  const live = createLive(config, log, metrics, sessions, services);
  const watchdog = createWatchdog();
  const parts = { config, log, metrics, sessions, services, live, watchdog, root };
  const app = createApp({ ...parts, draining: () => draining, ...(await loadBuild(config)) });
  const server = createServer(TIMEOUTS, app);
  const open = trackOpen(server);
  const metricsServer = await metrics.listen(config.metricsPort, config.metricsHost);
  await waitForStore(sessions);
  await once(server.listen(config.port), "listening");
  if (provider) await printDemoSignIns(config);
  const { port } = server.address() as AddressInfo;
  log.info({ port, absent: config.absent }, "portal is listening");
  // Not in development, where a debugger may pause the event loop for a long time.
  if (config.production)
    watchdog.watch(config.stuckSeconds, (error) =>
      log.error({ err: error }, "the watchdog has failed, so nothing checks for a stuck event loop"),
    );
  return {
    url: config.publicUrl,
    async stop() {
      draining = true;
      const isComplete = await drain(
        { server, open, live, pendingWork, log },
        { delayMs: config.drainDelayMs, timeoutMs: drainTimeoutMs(config.apiTimeoutSeconds) },
      );
      metricsServer?.close();
      services.limits.close();
      await sessions.close();
      await stopTracing?.();
      await provider?.stop();
      watchdog.stop();
      log.info("portal has stopped");
      return isComplete;
    },
  };
}

/** What `--erase` does, while a portal may be running. Returns what it deleted, one line each. Throws if the store can't be used. */
export async function eraseFromStore({ environment, log }: StartOptions, email = ""): Promise<string> {
  if (!email.includes("@")) throw new Error("Say who to erase: node server.ts --erase <email>");
  const usesEmbedded = wantsEmbeddedProvider(environment);
  const config = readConfig(environment, usesEmbedded ? await embeddedSettings() : {});
  if (config.sessionStore === "sqlite::memory:")
    throw new Error("SESSION_STORE is in the running portal's memory: restart the portal to empty it.");
  const sessions = await createSessionService(config, log, { add: (_name, work) => work });
  try {
    await waitForStore(sessions);
    const done = await erasePerson(sessions, email);
    if (done.length > 0) return `Erased ${email}:\n  ${done.join("\n  ")}\n`;
    return `We don't keep anything about ${email}: nobody has signed in with that address in the last year.\n`;
  } finally {
    await sessions.close();
  }
}

/** What `npm run build` wrote; in development Vite builds the source after each change. */
async function loadBuild(config: Config): Promise<Pick<AppParts, "build" | "development">> {
  if (config.production) {
    const build = (await import(pathToFileURL(join(root, "build/server/index.js")).href)) as ServerBuild;
    return { build: async () => build };
  }
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ root, server: { middlewareMode: true }, appType: "custom" });
  return {
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild,
    development: vite.middlewares,
  };
}

const STORE_TIMEOUT_MS = 3_000;
const STORE_POLL_MS = 50;

/** keepAliveTimeout is longer than a load balancer's usual 60 s, so that it never reuses a socket that's closing; requestTimeout gives a slow line time to send 100 MB. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 1_800_000, keepAliveTimeout: 65_000 };

/** Waits a moment for the session store, so that the first request doesn't get a 503. The portal starts without it anyway. */
async function waitForStore(sessions: SessionService): Promise<void> {
  const isDown = async () => (await sessions.ping().catch(() => "down")) === "down";
  const deadline = performance.now() + STORE_TIMEOUT_MS;
  while ((await isDown()) && performance.now() < deadline) await delay(STORE_POLL_MS);
}

async function embeddedSettings(): Promise<Environment> {
  const { portalSettings } = await import("#provider/portal-settings.ts");
  return portalSettings("http://127.0.0.1:3001");
}

const START_TIMEOUT_MS = 60_000;

/**
 * Starts `provider/` in its own process and waits until it's listening. Rejects if that process ends first or takes too
 * long. Neither process outlives the other. `settings` point the portal at the provider.
 */
async function startEmbeddedProvider(environment: Environment) {
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

async function printDemoSignIns({ publicUrl }: Config): Promise<void> {
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

async function waitUntilListening(child: ChildProcess): Promise<string> {
  const timeout = delay(START_TIMEOUT_MS, "did not start in time", { ref: false });
  const exit = once(child, "exit").then(([code]) => `exited with code ${code}`);
  const first = await Promise.race([once(child, "message"), exit, timeout]);
  if (typeof first === "string") throw new Error(`the embedded provider ${first}`);
  const [{ url }] = first as [{ url: string }];
  return url;
}

/** Nothing catches this error: the portal stops with code 1, and its supervisor starts both again. */
function endWithProvider(code: number | null, signal: string | null): never {
  throw new Error(`the embedded provider exited with ${signal ?? `code ${code}`}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.off("exit", endWithProvider);
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  await exit;
}
