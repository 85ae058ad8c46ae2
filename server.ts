import { ConfigFaults, EXIT_CONFIG, processEnvironment } from "./server/config.ts";
import { createLog } from "./server/log.ts";
import { eraseFromStore, startPortal, type RunningPortal } from "./server/start.ts";

const environment = processEnvironment();
const log = createLog(environment["LOG_LEVEL"] ?? "info");

let portal: RunningPortal | undefined;
let stopping: Promise<never> | undefined;
let exitCode = 0;
/** Drains and exits; calling it again does nothing. */
function stop(): void {
  if (!portal) process.exit(1);
  stopping ??= portal.stop().then(
    (isComplete) => process.exit(isComplete ? exitCode : 1),
    (error: unknown) => {
      log.fatal({ err: error }, "the portal couldn't shut down cleanly");
      process.exit(1);
    },
  );
}
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, `${event}: the portal stops`);
    exitCode = 1;
    stop();
  });
let isStopRequested = false;
/** A second signal ends the process immediately. */
function stopOnSignal(): void {
  if (isStopRequested) process.exit(1);
  isStopRequested = true;
  stop();
}

// Before starting, because a container's first process only gets signals that it listens to.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stopOnSignal);

try {
  const erase = process.argv.indexOf("--erase");
  if (erase > 0) {
    process.stdout.write(await eraseFromStore({ environment, log }, process.argv[erase + 1]));
    process.exit(0);
  }
  portal = await startPortal({ environment, log, checkOnly: process.argv.includes("--check-config") });
} catch (error) {
  const isConfigFault = error instanceof ConfigFaults;
  if (!isConfigFault) log.fatal({ err: error }, "the portal couldn't start");
  process.stderr.write(`${error instanceof Error ? error.message : "The portal could not start."}\n`);
  process.exit(isConfigFault ? EXIT_CONFIG : 1);
}
