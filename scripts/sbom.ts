/** Writes the software bill of materials for the portal's image, as CycloneDX: `npm run sbom [file]`, by default to sbom.cdx.json. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { productionLock, type PackageLock } from "./production-packages.ts";

const root = new URL("..", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, root), "utf8"));

// `npm sbom --omit dev` also omits packages that production and development share (npm 11.19), so npm runs in a folder
// with production packages only.
const scratch = mkdtempSync(join(tmpdir(), "sbom-"));
try {
  // npm names the application after its folder.
  const folder = join(scratch, "demarc");
  mkdirSync(folder);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  const manifest = read("package.json") as Record<string, unknown>;
  write("package.json", { ...manifest, devDependencies: {}, optionalDependencies: {} });
  write("package-lock.json", productionLock(read("package-lock.json") as PackageLock));
  const bill = execFileSync(
    "npm",
    ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"],
    { cwd: folder, encoding: "utf8", timeout: 120_000, maxBuffer: 16_000_000 },
  );
  writeFileSync(process.argv[2] ?? "sbom.cdx.json", bill);
} finally {
  rmSync(scratch, { recursive: true });
}
