import { spawn, type ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { findChromium, findHeadlessShell, findNginx, findPromtool, findRedis } from "./find-programs.ts";
import { allStages, longStages, planAreas, planChanged, type Stage, type Step } from "./test-plan.ts";

/**
 * `npm test` (scripts/test-plan.ts). Stages run one after the other; the lanes of a stage run in parallel and print the
 * output of a step when it ends. The first step that fails ends everything.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean", default: false }, long: { type: "boolean", default: false } },
});

// Installs these where possible, before tests look for them; without them, some tests are skipped.
findRedis();
findNginx();
findPromtool();
const chromium = findChromium();
const env = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  HEADLESS_SHELL_PATH: findHeadlessShell() ?? chromium,
  ...(values.long && { LONG: "1" }),
};
const running = new Set<ChildProcess>();

for (const lanes of choosePlan()) await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));

function choosePlan(): readonly Stage[] {
  if (values.long) return longStages;
  if (values.changed) return planChanged();
  return positionals.length > 0 ? planAreas(positionals) : allStages;
}

async function runLane(lane: readonly Step[], isParallel: boolean): Promise<void> {
  for (const step of lane) await run(step, isParallel);
}

async function run([command, ...args]: Step, isParallel: boolean): Promise<void> {
  const startedAt = Date.now();
  const title = `\n> ${command} ${args.join(" ")}`;
  if (!isParallel) process.stdout.write(`${title}\n`);
  const child = spawn(command, args, {
    stdio: isParallel ? ["ignore", "pipe", "pipe"] : "inherit",
    env,
    shell: process.platform === "win32",
  });
  running.add(child);
  const exitCode = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const outputs = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ""));
  const output = (await Promise.all(outputs)).join("");
  const code = await exitCode;
  running.delete(child);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  if (isParallel) process.stdout.write(`${title} (${seconds} s)\n${output}`);
  if (code === 0) return;
  for (const other of running) other.kill();
  process.exit(code);
}
