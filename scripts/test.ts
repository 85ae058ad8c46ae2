import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmdir } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import {
  findChromium,
  findFirefox,
  findHeadlessShell,
  findNginx,
  findPromtool,
  findRedis,
  findW3m,
  findWebKit,
} from "./find-programs.ts";
import {
  allStages,
  longStages,
  overBudget,
  planAreas,
  planChanged,
  type Cost,
  type Stage,
  type Step,
} from "./test-plan.ts";

/**
 * `npm test` (scripts/test-plan.ts). Stages run one after the other; the lanes of a stage run in parallel and print the
 * output of a step when it ends. The first step that fails ends everything. A table at the end says what each part cost.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean", default: false }, long: { type: "boolean", default: false } },
});

// Installs these where possible, before tests look for them; without them, some tests are skipped.
findRedis();
findNginx();
findPromtool();
if (values.long) findW3m();
const chromium = findChromium();
const env = {
  ...process.env,
  // The type checkers, ours and oxlint's, are written in Go and end soon: collecting garbage costs them time for nothing.
  GOGC: "400",
  CHROMIUM_PATH: chromium,
  HEADLESS_SHELL_PATH: findHeadlessShell() ?? chromium,
  ...(values.long && { LONG: "1" }),
};
/** The browsers besides Chromium that this run looks for; those that aren't to be had are left out, which the run says. */
const missing = [...(findFirefox() ? [] : ["firefox"]), ...(values.long && !findWebKit() ? ["webkit"] : [])];
const running = new Set<ChildProcess>();
const costs: Cost[] = [];
/** Where the group takes no process, the step runs outside it, and its processor time isn't known. */
const intoGroup = ["sh", "-c", '{ echo $$ > "$0/cgroup.procs"; } 2>/dev/null; exec "$@"'];
const startedAt = performance.now();
const changedFiles = () => spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout;
const changedBefore = changedFiles();

for (const lanes of choosePlan()) await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));
printCosts();
for (const part of missing) process.stdout.write(`Not run, since the browser isn't installed: ${part}.\n`);
const faults = process.env["CI"] && !values.long ? overBudget(costs) : [];
// On a desk someone may have edited them in between.
if (process.env["CI"] && changedFiles() !== changedBefore)
  faults.push(`The tests changed files:\n${changedFiles()}`);
for (const line of faults) process.stdout.write(`${line}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function choosePlan(): readonly Stage[] {
  if (values.long) return longStages;
  if (values.changed) return planChanged();
  return positionals.length > 0 ? planAreas(positionals) : allStages;
}

async function runLane(lane: readonly Step[], isParallel: boolean): Promise<void> {
  for (const step of lane) await run(step, isParallel);
}

async function run(
  { part, command: [program, ...args], env: own }: Step,
  isParallel: boolean,
): Promise<void> {
  if (missing.includes(part)) return;
  const stepStartedAt = performance.now();
  const title = `\n> ${program} ${args.join(" ")}`;
  if (!isParallel) process.stdout.write(`${title}\n`);
  const group = cgroup(part);
  const [launcher, ...given] = group ? [...intoGroup, group, program, ...args] : [program, ...args];
  const child = spawn(launcher!, given, {
    stdio: isParallel ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...env, ...own },
    shell: process.platform === "win32",
  });
  running.add(child);
  const exitCode = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const outputs = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ""));
  const output = (await Promise.all(outputs)).join("");
  const code = await exitCode;
  running.delete(child);
  costs.push({
    part,
    seconds: secondsSince(stepStartedAt),
    cpuSeconds: group ? cpuSecondsOf(group) : undefined,
  });
  if (isParallel) process.stdout.write(`${title}\n${output}`);
  if (code === 0) return;
  for (const other of running) other.kill();
  printCosts();
  process.exit(code);
}

/** A new cgroup for a part, which counts all its processes, browsers too; undefined where we may not make one. */
function cgroup(part: string): string | undefined {
  try {
    const mount = / (\S+) cgroup2 /.exec(readFileSync("/proc/mounts", "utf8"))?.[1];
    const own = /^0::(.+)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
    return mkdtempSync(join(mount!, own!, `${part}-`));
  } catch {
    return undefined;
  }
}

function cpuSecondsOf(group: string): number | undefined {
  const [, microseconds] = /^usage_usec (\d+)$/m.exec(readFileSync(join(group, "cpu.stat"), "utf8"))!;
  // Refused while a process of it's still ending; an empty group that stays costs nothing.
  rmdir(group, () => undefined);
  return Number(microseconds) / 1_000_000 || undefined;
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}

function printCosts(): void {
  const text = (figure: number | undefined) => (figure?.toFixed(1) ?? "?").padStart(9);
  const sum = costs.reduce((cpu, { cpuSeconds = 0 }) => cpu + cpuSeconds, 0);
  const all = { part: "all", seconds: secondsSince(startedAt), cpuSeconds: sum };
  const lines = [...costs, all].map(
    ({ part, seconds, cpuSeconds }) => part.padEnd(10) + text(seconds) + text(cpuSeconds),
  );
  process.stdout.write(`\n${"part".padEnd(10)}  seconds      CPU\n${lines.join("\n")}\n`);
}
