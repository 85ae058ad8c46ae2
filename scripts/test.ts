import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";
import { findNginx, findRedis } from "./find-servers.ts";

/** Two workers keep two processors busy, since each waits half of the time. */
const WORKERS = "2";

/** `npm test`: lint, types and every suite, in this order; stops at the first failure. */
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

// Installed before the tests ask for them, where that is possible.
findRedis();
findNginx();
const env = { ...process.env, CHROMIUM_PATH: findChromium() };
for (const [command, ...args] of steps) {
  process.stdout.write(`\n> ${command} ${args.join(" ")}\n`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env, shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
