import { chromium } from "playwright";
import { findProgram } from "./find-program.ts";

/**
 * A Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own, or, as root on Debian, the package,
 * installed here. Throws with advice when there is none.
 */
export function findChromium(): string {
  const found = findProgram({
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    first: [process.env["CHROMIUM_PATH"] ?? ""],
    last: [chromium.executablePath()],
  });
  if (found) return found;
  throw new Error("No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
}
