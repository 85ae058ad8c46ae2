import { pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
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
  // A signal may reach the portal and its provider alike. A portal that finishes its requests still needs the provider,
  // and disconnects when it is done.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (!process.connected) stop();
    });
}

async function main(): Promise<void> {
  const { logLevel, ...options } = configOrExit();
  // What can't be written, e.g. to a full disk, is dropped.
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
