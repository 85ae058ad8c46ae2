import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { findNginx, findRedis } from "./find-servers.ts";

/** Each world of a test waits for its servers and its browser half of the time: two keep two processors busy. */
const WORKERS = "2";

/** The README's test command: lint, types, unit, HTTP, cluster, ledger and journeys, in that order; stops at the first that fails. */
const steps: readonly (readonly [string, ...string[]])[] = [
  ["eslint", "."],
  ["prettier", "--check", "."],
  ["tsc", "--noEmit"],
  ["npm", "run", "--silent", "build"],
  ["vitest", "run", "--project", "unit", "--maxWorkers", WORKERS],
  ["vitest", "run", "--project", "http", "--maxWorkers", WORKERS],
  ["vitest", "run", "--project", "cluster"],
  ["vitest", "run", "--project", "ledger"],
  ["vitest", "run", "--project", "e2e", "--maxWorkers", WORKERS],
];

// Before the tests ask for them: both are installed here where they can be, and left out where not.
findRedis();
findNginx();
const env = { ...process.env, CHROMIUM_PATH: findChromium() };
for (const [command, ...args] of steps) {
  process.stdout.write(`\n> ${command} ${args.join(" ")}\n`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env, shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
