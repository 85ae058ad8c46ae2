import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Program {
  /** Names it goes by. */
  readonly names: readonly string[];
  /** Debian's package that has it. */
  readonly package: string;
  /** Other places to look at, before the system's (empty ones are passed over) and after it. */
  readonly first?: readonly string[];
  readonly last?: readonly string[];
}

/** Where daemons are installed, which is not on everybody's PATH. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

/**
 * A program of this machine: from PATH, or as root on Debian from the package, installed here. Undefined where
 * there is none to be had.
 */
export function findProgram(program: Program): string | undefined {
  const found = known(program);
  if (found || process.getuid?.() !== 0) return found;
  installDebianPackage(program.package);
  return known(program);
}

function known({ names, first = [], last = [] }: Program): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...first, ...installed, ...last].find((path) => path !== "" && existsSync(path));
}

function installDebianPackage(name: string): void {
  // The run level tells the package of a daemon not to start it.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
}
