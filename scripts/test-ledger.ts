import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/** The suite of payments that are counted, with as many as `--trials` says. */
const { values } = parseArgs({ options: { trials: { type: "string", default: "100" } } });
const { status } = spawnSync("vitest", ["run", "--project", "ledger"], {
  stdio: "inherit",
  env: { ...process.env, LEDGER_TRIALS: values.trials },
  shell: process.platform === "win32",
});
process.exit(status ?? 1);
