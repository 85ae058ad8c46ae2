/**
 * Lists the licences of all packages in the portal's image, and fails if one isn't allowed: `npm run licences`.
 */
import { readFileSync } from "node:fs";
import satisfies from "spdx-satisfies";
import { packageName, productionLock, type PackageLock } from "./production-packages.ts";

/** Licences that only require attribution. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unlicense",
];

/** Licences of packages that don't declare one, read from their LICENSE files. Checked for exactly this version. */
const LICENCES_FROM_FILES: Readonly<Record<string, string>> = { "png-js@2.0.0": "MIT" };

/** Development packages with files in the build: the font and the icons. */
const BUNDLED = ["node_modules/@fontsource-variable/inter", "node_modules/lucide-static"];

interface LicenceReport {
  /** The packages (`name@version`) for each licence, both sorted. */
  readonly byLicence: ReadonlyMap<string, readonly string[]>;
  /** Packages without a licence or with one that isn't allowed. */
  readonly refused: readonly string[];
}

/** Checks the licences of the packages in the portal's image, from the lock file. */
export function checkLicences(lock: PackageLock): LicenceReport {
  const packages = { ...productionLock(lock).packages };
  for (const path of BUNDLED) packages[path] = lock.packages[path] ?? {};
  const licences = Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { version = "?", license }]): [string, string] => {
      const name = `${packageName(path)}@${version}`;
      return [name, license ?? LICENCES_FROM_FILES[name] ?? "unknown"];
    });
  const byLicence = Map.groupBy(licences, ([, licence]) => licence);
  return {
    byLicence: new Map(
      [...byLicence]
        .sort()
        .map(([licence, packages]) => [licence, [...new Set(packages.map(([name]) => name))].sort()]),
    ),
    refused: licences
      .filter(([, licence]) => !isAllowed(licence))
      .map(([name, licence]) => `${name} (${licence})`),
  };
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    // Not an SPDX expression, but free text or a link.
    return false;
  }
}

if (import.meta.main) {
  const lock = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
  const { byLicence, refused } = checkLicences(JSON.parse(lock) as PackageLock);
  for (const [licence, names] of byLicence) process.stdout.write(`${licence}: ${names.join(", ")}\n`);
  for (const name of refused) process.stderr.write(`not allowed: ${name}\n`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
