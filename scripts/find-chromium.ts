import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * A Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own, or as root on Debian the package,
 * installed here. Throws with what to do when there is none to be had.
 */
export function findChromium(): string {
  const found = known();
  if (found) return found;
  if (process.getuid?.() === 0) installDebianPackage();
  const installed = known();
  if (installed) return installed;
  throw new Error("No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
}

function known(): string | undefined {
  const onPath = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [process.env["CHROMIUM_PATH"] ?? "", ...onPath, chromium.executablePath()];
  return candidates.find((path) => path !== "" && existsSync(path));
}

function installDebianPackage(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "inherit", env });
}
