import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
import { hubPath } from "./hub/hub.ts";
import { portalSettings } from "./portal-settings.ts";
import { startProvider, type RunningProvider } from "./start.ts";

interface ReadyMessage {
  readonly ready: true;
  readonly url: string;
}

const CONFIG_EXIT_CODE = 78;

function configOrExit(): ReturnType<typeof readConfig> {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(CONFIG_EXIT_CODE);
  }
}

function stopOnSignal(provider: RunningProvider): void {
  const stop = () => void provider.close().then(() => process.exit(0));
  process.once("disconnect", stop);
  // A signal may reach both the portal and its provider. A portal that's finishing its requests still needs the
  // provider, and disconnects when it's done.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (!process.connected) stop();
    });
}

/**
 * Prints the settings that the portal needs for everything but the portal API and its hub, which are at `api`, in the
 * form that `node --env-file` reads.
 */
function printEnvironment(api: string, { url, host, port, portalUrl }: ReturnType<typeof readConfig>): void {
  const settings = {
    ...portalSettings(url ?? `http://${host}:${port}`),
    PORTAL_API_URL: api,
    PORTAL_HUB_URL: `${api}${hubPath}`,
    PUBLIC_URL: portalUrl,
    SESSION_SECRET: randomBytes(33).toString("base64url"),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
  process.stdout.write(lines.join(""));
}

async function main(): Promise<void> {
  const { logLevel, ...options } = configOrExit();
  const { values } = parseArgs({ options: { "print-env": { type: "string" } } });
  const api = values["print-env"];
  if (api !== undefined) return printEnvironment(api.replace(/\/$/, ""), { logLevel, ...options });
  // Drops what can't be written, e.g. to a full disk.
  process.stdout.on("error", () => undefined);
  const log = pino({ name: "provider", level: logLevel }, process.stdout);
  const provider = await startProvider({ ...options, log });
  stopOnSignal(provider);
  log.info({ url: provider.url }, "provider is listening");
  const ready: ReadyMessage = { ready: true, url: provider.url };
  if (process.send) process.send(ready);
  else
    process.stdout.write(`The embedded provider: ${provider.url} (scenarios: ${provider.url}/scenarios)\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `The embedded provider cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
