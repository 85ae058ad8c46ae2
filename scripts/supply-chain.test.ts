import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkLicences } from "./licences.ts";
import { packageName, type LockedPackage, type PackageLock } from "./production-packages.ts";
import { readSignatures } from "./signatures.ts";

const lock = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as PackageLock;
const lockWith = (packages: Record<string, LockedPackage>): PackageLock => ({
  packages: {
    ...packages,
    "node_modules/@fontsource-variable/inter": mit,
    "node_modules/lucide-static": mit,
  },
});
const mit = { version: "1.0.0", license: "MIT", dev: true };

it("the bill of materials has exactly the production packages of the lock file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sbom-test-"));
  try {
    execFileSync(process.execPath, ["scripts/sbom.ts", join(folder, "bill.json")]);
    const bill = JSON.parse(readFileSync(join(folder, "bill.json"), "utf8")) as {
      bomFormat: string;
      metadata: { component: { purl: string } };
      components: { purl: string }[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    expect(bill.metadata.component.purl).toMatch(/^pkg:npm\/demarc@/);
    const inBill = bill.components.map(({ purl }) => decodeURIComponent(purl.replace("pkg:npm/", "")));
    const installed = Object.entries(lock.packages)
      .filter(([path, { dev, optional, devOptional }]) => path !== "" && !dev && !optional && !devOptional)
      .map(([path, { version }]) => `${packageName(path)}@${version}`);
    expect(inBill.toSorted()).toEqual([...new Set(installed)].toSorted());
    // Both lists could be wrong in the same way, so one package that is used and one that isn't are looked for by name.
    expect(inBill.some((name) => name.startsWith("express@"))).toBe(true);
    expect(inBill.some((name) => name.startsWith("vitest@"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("the image has no package whose licence isn't allowed", () => {
  expect(checkLicences(lock).refused).toEqual([]);
});

it("the licence check refuses a package whose licence isn't allowed, unknown or not an SPDX expression", () => {
  const { byLicence, refused } = checkLicences(
    lockWith({
      "node_modules/a": { version: "1.0.0", license: "GPL-3.0-only" },
      "node_modules/a/node_modules/b": { version: "2.0.0" },
      "node_modules/c": { version: "3.0.0", license: "SEE LICENSE IN c.txt" },
      "node_modules/d": { version: "4.0.0", license: "(GPL-3.0-only OR MIT)" },
      "node_modules/e": { version: "5.0.0", license: "(GPL-3.0-only AND MIT)" },
      "node_modules/f": { version: "6.0.0", license: "GPL-3.0-only", dev: true },
    }),
  );
  expect(refused).toEqual([
    "a@1.0.0 (GPL-3.0-only)",
    "b@2.0.0 (unknown)",
    "c@3.0.0 (SEE LICENSE IN c.txt)",
    "e@5.0.0 ((GPL-3.0-only AND MIT))",
  ]);
  expect(byLicence.get("(GPL-3.0-only OR MIT)")).toEqual(["d@4.0.0"]);
});

it("the signature check fails for an invalid or missing signature, and says when nothing was checked", () => {
  const express = { name: "express", version: "4.22.3" };
  expect(readSignatures(JSON.stringify({ invalid: [], missing: [] }))).toEqual({
    exitCode: 0,
    message: "every signature is valid",
  });
  expect(readSignatures(JSON.stringify({ invalid: [express], missing: [] }))).toEqual({
    exitCode: 1,
    message: "invalid signature: express@4.22.3",
  });
  expect(readSignatures(JSON.stringify({ invalid: [], missing: [express] })).exitCode).toBe(1);
  expect(readSignatures(JSON.stringify({ error: { summary: "found no dependencies to audit" } }))).toEqual({
    exitCode: 0,
    message: "not checked: found no dependencies to audit",
  });
  expect(readSignatures("")).toEqual({ exitCode: 0, message: "not checked: the registry doesn't respond" });
});
