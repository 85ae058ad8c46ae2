import { spawn, type ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { findChromium, findHeadlessShell, findNginx, findPromtool, findRedis } from "./find-programs.ts";
import { long, planAreas, planChanged, whole, type Stage, type Step } from "./test-plan.ts";

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

for (const lanes of plan()) await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));

function plan(): readonly Stage[] {
  if (values.long) return long;
  if (values.changed) return planChanged();
  return positionals.length > 0 ? planAreas(positionals) : whole;
}

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
