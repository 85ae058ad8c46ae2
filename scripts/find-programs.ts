import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

interface Program {
  /** Its possible names. */
  readonly names: readonly string[];
  /** Debian's package; none where Debian's is too old. */
  readonly package?: string;
  /** Other places to look at, before and after PATH; empty ones are skipped. */
  readonly first?: readonly string[];
  readonly last?: readonly string[];
}

/** Where daemons are installed, which is not on every PATH. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

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

/** The Chromium without windows, which takes three quarters of the other's time; undefined where it can't be had. */
export const findHeadlessShell = () =>
  findProgram({
    names: ["chromium-headless-shell"],
    package: "chromium-headless-shell",
    first: [process.env["HEADLESS_SHELL_PATH"] ?? ""],
  });

/** The servers that tests start; undefined where they can't be had. */
export const findNginx = () => findProgram({ names: ["nginx"], package: "nginx" });
export const findRedis = () => findProgram({ names: ["redis-server"], package: "redis-server" });
/** What judges the rules in deploy/prometheus; undefined where it can't be had. */
export const findPromtool = () => findProgram({ names: ["promtool"], package: "prometheus" });
/** What renders deploy/kubernetes; undefined where there is none: Debian's, of 2021, reads no folder of resources. */
export const findKubectl = () => findProgram({ names: ["kubectl"] });

/** A program of this machine; as root on Debian installed from its package. Undefined where there is none. */
function findProgram(program: Program): string | undefined {
  const found = known(program);
  if (found || !program.package || process.getuid?.() !== 0) return found;
  installDebianPackage(program.package);
  return known(program);
}

function known({ names, first = [], last = [] }: Program): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...first, ...installed, ...last].find((path) => path !== "" && existsSync(path));
}

function installDebianPackage(name: string): void {
  // Tells the package of a daemon not to start it.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
}
