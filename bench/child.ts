import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const START_MS = 60_000;
const SETTLE_MS = 2_000;

/** The options for {@link startChild}. */
export interface ChildOptions {
  /** Node's command line: options, script, arguments. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The core to run on; undefined for any. */
  readonly core: string | undefined;
  /** Whether to read the first line of its standard output. */
  readonly readsFirstLine?: boolean;
}

/** A Node process for the benchmark. */
export interface Child {
  readonly pid: number;
  /** The first line of its standard output; rejects if it ends without one. Only with `readsFirstLine`. */
  readonly firstLine: Promise<string>;
  /** Rejects with its standard error if it ends before it's stopped. */
  readonly ended: Promise<never>;
  /** Resident bytes now, and their peak. */
  memory(): Memory;
  /** The processor seconds that all its threads have used so far. */
  cpuSeconds(): number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

interface Memory {
  readonly rss: number;
  readonly peak: number;
}

/** Starts Node on a core. Discards its standard output unless `readsFirstLine` is set, so that logging only costs the writing. Node itself raises the limit of open files to the system's maximum. */
export function startChild({ args, cwd, env = {}, core, readsFirstLine = false }: ChildOptions): Child {
  const commandLine = [...(core === undefined ? [] : ["taskset", "-c", core]), process.execPath, ...args];
  const [command = "", ...rest] = commandLine;
  const child = spawn(command, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", readsFirstLine ? "pipe" : "ignore", "pipe"],
  });
  let stopping = false;
  let stderrText = "";
  child.stderr?.on("data", (chunk) => (stderrText = (stderrText + String(chunk)).slice(-4_000)));
  const ended = once(child, "exit").then(([code]) => {
    if (stopping) return new Promise<never>(() => undefined);
    throw new Error(`${args.join(" ")} ended with ${code}\n${stderrText}`);
  });
  ended.catch(() => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    firstLine: readsFirstLine ? Promise.race([firstLineOf(child), ended]) : Promise.resolve(""),
    ended,
    memory: () => ({ rss: statusBytes(pid, "VmRSS"), peak: statusBytes(pid, "VmHWM") }),
    cpuSeconds: () => cpuSeconds(pid),
    signal: (name) => void child.kill(name),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Resolves once the address gives any answer. */
export async function waitUntilAnswers(url: string, child: Child): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const fetchError = fetch(url).then(
      async (response) => void (await response.arrayBuffer()),
      (error: unknown) => error,
    );
    const fault = await Promise.race([fetchError, child.ended]);
    if (fault === undefined) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer`, { cause: fault });
    await pause(50);
  }
}

/** Resident bytes after a pause and garbage collections, for servers that load collect-garbage.ts. */
export async function settledMemory(child: Child): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    await pause(SETTLE_MS);
    child.signal("SIGUSR2");
  }
  await pause(SETTLE_MS);
  return child.memory().rss;
}

async function firstLineOf(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}

function statusBytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // User and system time in clock ticks. Linux has 100 a second on every platform that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
