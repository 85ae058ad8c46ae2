/**
 * Checks the registry's signatures of the installed packages: `npm run signatures`. Fails for an invalid or missing one,
 * but not when the registry gives no answer, as some mirrors do.
 */
import { spawnSync } from "node:child_process";
import { readSignatures } from "./signature-verdict.ts";

const SECONDS = 180;
const { stdout } = spawnSync("npm", ["audit", "signatures", "--json"], {
  encoding: "utf8",
  timeout: SECONDS * 1_000,
  maxBuffer: 64_000_000,
});
const { exitCode, message } = readSignatures(stdout);
process.stdout.write(`${message}\n`);
process.exitCode = exitCode;
