/**
 * Whether the installed packages are those that their registry signed: `npm run signatures`. Fails on one that is not;
 * says so, and does not fail, where the registry has no answer, as mirrors may not have.
 */
import { spawnSync } from "node:child_process";
import { readSignatures } from "./signature-verdict.ts";

const SECONDS = 180;
const { stdout } = spawnSync("npm", ["audit", "signatures", "--json"], {
  encoding: "utf8",
  timeout: SECONDS * 1_000,
  maxBuffer: 64_000_000,
});
const { exitCode, said } = readSignatures(stdout);
process.stdout.write(`${said}\n`);
process.exitCode = exitCode;
