import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

interface Program {
  /** The names that the program may have. */
  readonly names: readonly string[];
  /** The Debian package; undefined if Debian's version is too old. */
  readonly package?: string;
  /** Other paths to try, before and after those in PATH; empty ones are skipped. */
  readonly pathsBefore?: readonly string[];
  readonly pathsAfter?: readonly string[];
}

/** Folders with daemons, which aren't in every PATH. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

/** A Chromium for tests: CHROMIUM_PATH, the system's or Playwright's. On Debian, if there isn't one, root installs its package. Throws with advice if there still isn't one. */
export function findChromium(): string {
  const path = findProgram({
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    pathsBefore: [process.env["CHROMIUM_PATH"] ?? ""],
    pathsAfter: [chromium.executablePath()],
  });
  if (path) return path;
  throw new Error("No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
}

/** Chromium's headless shell, with which tests take a quarter less time; undefined if there isn't one. */
export const findHeadlessShell = () =>
  findProgram({
    names: ["chromium-headless-shell"],
    package: "chromium-headless-shell",
    pathsBefore: [process.env["HEADLESS_SHELL_PATH"] ?? ""],
  });

/** A Firefox for tests; undefined if there isn't one. */
export const findFirefox = () =>
  findProgram({
    names: ["firefox-esr", "firefox"],
    package: "firefox-esr",
    pathsBefore: [process.env["FIREFOX_PATH"] ?? ""],
  });

/** WebKit's smallest browser, its driver, a screen for it and the bus that it uses; undefined if one of them is missing. */
export function findWebKit() {
  const webDriver = findProgram({ names: ["WebKitWebDriver"], package: "webkit2gtk-driver" });
  const xvfb = findProgram({ names: ["Xvfb"], package: "xvfb" });
  const dbus = findProgram({ names: ["dbus-run-session"], package: "dbus" });
  const [miniBrowser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").toSorted().toReversed();
  return webDriver && xvfb && dbus && miniBrowser ? { webDriver, xvfb, dbus, miniBrowser } : undefined;
}

/** A text browser, and the terminal that it runs in; undefined if one of them is missing. */
export function findW3m() {
  const w3m = findProgram({ names: ["w3m"], package: "w3m" });
  const tmux = findProgram({ names: ["tmux"], package: "tmux" });
  return w3m && tmux ? { w3m, tmux } : undefined;
}

/** The servers that tests start; undefined if they aren't available. */
export const findNginx = () => findProgram({ names: ["nginx"], package: "nginx" });
export const findRedis = () => findProgram({ names: ["redis-server"], package: "redis-server" });
/** The program that checks the rules in deploy/prometheus; undefined if it isn't available. */
export const findPromtool = () => findProgram({ names: ["promtool"], package: "prometheus" });
/** The program that renders deploy/kubernetes. Debian's package is from 2021, which is too old. */
export const findKubectl = () => findProgram({ names: ["kubectl"] });

/** Microsoft's SDK, which builds examples/aspnet. Debian doesn't have a package for it. */
export const findDotnet = () => findProgram({ names: ["dotnet"] });

/** A program's path. On Debian, root installs its package first if it's missing. Undefined if there isn't one. */
function findProgram(program: Program): string | undefined {
  const path = findInstalled(program);
  if (path || !program.package || process.getuid?.() !== 0) return path;
  installDebianPackage(program.package);
  return findInstalled(program);
}

function findInstalled({ names, pathsBefore = [], pathsAfter = [] }: Program): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...pathsBefore, ...installed, ...pathsAfter].find((path) => path !== "" && existsSync(path));
}

function installDebianPackage(name: string): void {
  // With RUNLEVEL, a daemon's package doesn't start it.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
}
