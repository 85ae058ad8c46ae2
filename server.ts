import { ConfigFaults, EXIT_CONFIG, processEnvironment } from "./server/config.ts";
import { createLog } from "./server/log.ts";
import { startPortal, type RunningPortal } from "./server/start.ts";

const environment = processEnvironment();
const log = createLog(environment["LOG_LEVEL"] ?? "info");

let portal: RunningPortal | undefined;
let isStopping = false;
/** Drains; whatever asks for it a second time ends the process at once. */
function stop(exitCode: number): void {
  if (isStopping || !portal) process.exit(1);
  isStopping = true;
  portal.stop().then(
    () => process.exit(exitCode),
    (error: unknown) => {
      log.fatal({ err: error }, "the portal could not stop in order");
      process.exit(1);
    },
  );
}
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, `${event}: the portal stops`);
    stop(1);
  });

try {
  portal = await startPortal({ environment, log, checkOnly: process.argv.includes("--check-config") });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
} catch (error) {
  const isConfig = error instanceof ConfigFaults;
  if (!isConfig) log.fatal({ err: error }, "the portal could not start");
  process.stderr.write(`${error instanceof Error ? error.message : "The portal could not start."}\n`);
  process.exit(isConfig ? EXIT_CONFIG : 1);
}
