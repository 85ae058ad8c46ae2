import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Where the measured server runs and where all else does; undefined where processes cannot be pinned. */
export interface Cores {
  readonly server: string;
  readonly load: string;
}

/**
 * One core for the server and another for load, upstream and this process, which is put there at once. Undefined
 * without `taskset` or with a single core: figures then come from processes that share cores.
 */
export function takeCores(): Cores | undefined {
  const [server, load] = allowedCores();
  if (server === undefined || load === undefined) return undefined;
  try {
    moveTo(load);
  } catch {
    return undefined;
  }
  return { server, load };
}

/** Gives this process, and what it starts meanwhile, every core of the run: a browser is several processes at once. */
export async function onAllCores<Result>(
  cores: Cores | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!cores) return work();
  moveTo(`${cores.server},${cores.load}`);
  try {
    return await work();
  } finally {
    moveTo(cores.load);
  }
}

/** All threads of this process. */
function moveTo(cores: string): void {
  execFileSync("taskset", ["-a", "-c", "-p", cores, String(process.pid)], { stdio: "ignore" });
}

/** The cores this process may use, from a list like `0-3,8`. */
function allowedCores(): string[] {
  if (!existsSync("/proc/self/status")) return [];
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
