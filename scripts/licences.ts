/**
 * Lists the licences of all packages in the portal's image, and fails if one is not allowed: `npm run licences`.
 */
import { readFileSync } from "node:fs";
import { checkLicences } from "./licence-rules.ts";
import type { PackageLock } from "./production-packages.ts";

const lock = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as PackageLock;
const { byLicence, refused } = checkLicences(lock);
for (const [licence, names] of byLicence) process.stdout.write(`${licence}: ${names.join(", ")}\n`);
for (const name of refused) process.stderr.write(`not allowed: ${name}\n`);
process.exitCode = refused.length > 0 ? 1 : 0;
