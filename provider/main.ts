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
  process.once("SIGTERM", stop);
  // The parent process has ended, so nobody needs the provider any more.
  process.once("disconnect", stop);
  // Ctrl+C also reaches child processes. A portal that finishes its requests still needs the provider, and
  // disconnects when it is done.
  process.on("SIGINT", () => {
    if (!process.connected) stop();
  });
}

async function main(): Promise<void> {
  const { logLevel, ...options } = configOrExit();
  const provider = await startProvider({ ...options, log: pino({ name: "provider", level: logLevel }) });
  stopOnSignal(provider);
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
