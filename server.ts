import { ConfigFaults, EXIT_CONFIG, processEnvironment } from "./server/config.ts";
import { createLog } from "./server/log.ts";
import { startPortal } from "./server/start.ts";

const environment = processEnvironment();
const log = createLog(environment["LOG_LEVEL"] ?? "info");

try {
  const portal = await startPortal({ environment, log, checkOnly: process.argv.includes("--check-config") });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void portal.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  const isConfig = error instanceof ConfigFaults;
  if (!isConfig) log.fatal({ err: error }, "the portal could not start");
  process.stderr.write(`${error instanceof Error ? error.message : "The portal could not start."}\n`);
  process.exit(isConfig ? EXIT_CONFIG : 1);
}
