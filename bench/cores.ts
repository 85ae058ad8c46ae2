import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The core for the measured server, and the core for everything else. */
export interface Cores {
  readonly server: string;
  readonly load: string;
}

/** Chooses a core for the server and another for the load, the upstream and this process, which moves there. Undefined without `taskset` or with a single core; then all processes share the cores. */
export function chooseCores(): Cores | undefined {
  const [server, load] = allowedCores();
  if (server === undefined || load === undefined) return undefined;
  try {
    moveTo(load);
  } catch {
    return undefined;
  }
  return { server, load };
}

/** Runs `work` with this process and its new children on both cores, because a browser has several processes. */
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

/** Moves all of this process's threads. */
function moveTo(cores: string): void {
  execFileSync("taskset", ["-a", "-c", "-p", cores, String(process.pid)], { stdio: "ignore" });
}

/** The cores that this process may use, from a list like `0-3,8`. */
function allowedCores(): string[] {
  if (!existsSync("/proc/self/status")) return [];
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
