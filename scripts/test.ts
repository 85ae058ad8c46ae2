import { spawn, type ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { findChromium, findNginx, findRedis } from "./find-programs.ts";

type Step = readonly [command: string, ...args: string[]];

const suite = (name: string, ...more: string[]): Step => ["vitest", "run", "--project", name, ...more];
/** Each world of a test waits for its servers and its browser half of the time: two keep two processors busy. */
const WORKERS = ["--maxWorkers", "2"];

/**
 * The README's test command. Stages come one after the other; the lanes of a stage run side by side, one processor
 * each, and tell what a step said when it ends. The first step that fails ends everything.
 */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [[["tsc", "--noEmit"]], [["npm", "run", "--silent", "build"]]],
  [
    [["eslint", "."], ["knip", "--no-progress"], ["prettier", "--check", "."], suite("cluster")],
    [suite("unit", "--maxWorkers", "1"), suite("ledger")],
  ],
  [[suite("http", ...WORKERS)]],
  // By itself: it asserts how long a page may hold the others up.
  [[suite("hostile")]],
  [[suite("e2e", ...WORKERS)]],
];

// Before the tests ask for them: both are installed here where they can be, and left out where not.
findRedis();
findNginx();
const env = { ...process.env, CHROMIUM_PATH: findChromium() };
const running = new Set<ChildProcess>();

for (const lanes of stages) await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));

async function runLane(lane: readonly Step[], isBesideOthers: boolean): Promise<void> {
  for (const step of lane) await run(step, isBesideOthers);
}

async function run([command, ...args]: Step, isBesideOthers: boolean): Promise<void> {
  const begun = Date.now();
  const title = `\n> ${command} ${args.join(" ")}`;
  if (!isBesideOthers) process.stdout.write(`${title}\n`);
  const child = spawn(command, args, {
    stdio: isBesideOthers ? ["ignore", "pipe", "pipe"] : "inherit",
    env,
    shell: process.platform === "win32",
  });
  running.add(child);
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const said = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ""));
  const output = (await Promise.all(said)).join("");
  const code = await ended;
  running.delete(child);
  const seconds = Math.round((Date.now() - begun) / 1_000);
  if (isBesideOthers) process.stdout.write(`${title} (${seconds} s)\n${output}`);
  if (code === 0) return;
  for (const other of running) other.kill();
  process.exit(code);
}
