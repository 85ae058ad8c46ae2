/** Measures the portal against the bare Remix template: `npm run bench -- --help`. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chooseCores } from "./cores.ts";
import type { Finding, Measure } from "./measure.ts";
import { against } from "./measures/against.ts";
import { memory } from "./measures/memory.ts";
import { scripts } from "./measures/scripts.ts";
import { sizing } from "./measures/sizing.ts";
import { streams } from "./measures/streams.ts";
import { throughput } from "./measures/throughput.ts";
import { traces } from "./measures/traces.ts";
import { uploads } from "./measures/uploads.ts";
import { web } from "./measures/web.ts";
import { table } from "./report.ts";
import { root, Stage } from "./stage.ts";

const allMeasures: Readonly<Record<string, Measure>> = {
  scripts,
  throughput,
  memory,
  streams,
  uploads,
  traces,
  sizing,
  web,
};
/** Measures that only run if `--only` names them. */
const onlyByName: Readonly<Record<string, Measure>> = {
  // This one takes half an hour. Imported on demand, so that no other measure loads its servers.
  soak: async (...args) => (await import("./measures/soak.ts")).soak(...args),
};
const usage = `Measures the portal against the bare Remix template (docs/performance.md).

  npm run bench -- [--only NAME,NAME] [--pairs NUMBER]
  npm run bench -- --only soak [--minutes NUMBER]
  npm run bench -- --against FOLDER [--pairs NUMBER]

  --only      some of ${Object.keys(allMeasures).join(", ")}
  --pairs     pairs of runs of the measures that take turns, 5
  --minutes   how long the soak goes on, 30
  --against   instead: a dashboard's processor time, and that of another version, which is built in FOLDER
`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    pairs: { type: "string", default: "5" },
    minutes: { type: "string", default: "30" },
    against: { type: "string" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const measures = values.against === undefined ? allMeasures : { against: against(resolve(values.against)) };
const chosen = values.only?.split(",") ?? Object.keys(measures);
const log = (text: string) => void process.stderr.write(`${text}\n`);
if (!(Number(values.minutes) > 0)) {
  log("--minutes takes a number above 0.");
  process.exit(64);
}
const measuresByName = { ...measures, ...onlyByName };
const unknownNames = chosen.filter((name) => !(name in measuresByName));
if (unknownNames.length > 0) {
  log(`There is no measure ${unknownNames.join(", ")}; there are ${Object.keys(measuresByName).join(", ")}.`);
  process.exit(64);
}

if (process.platform !== "linux") {
  log("Memory and processor time are read from /proc, which only Linux has.");
  process.exit(69);
}

buildWhatIsMissing();
// A soak's servers run on all cores.
const cores = chosen.includes("soak") ? undefined : chooseCores();
log(
  cores
    ? `server on core ${cores.server}, load on core ${cores.load}`
    : "not pinned: for a soak, or where taskset or a second core is missing",
);
const stage = new Stage(cores);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void stage.close().then(() => process.exit(130)));
}
const processor = cpus()[0]?.model ?? "unknown";
const file = "test-results/bench.json";
const findings: Finding[] = [];
let failed = false;
try {
  for (const name of chosen) {
    findings.push(...(await runMeasure(name)));
    writeFindings();
  }
} finally {
  await stage.close();
}
process.stdout.write(`\n${table(findings)}\n\nNode ${process.version}, ${processor}, ${file}\n`);
process.exit(failed ? 1 : 0);

/** Runs a measure. If it fails, reports that and carries on with the others. */
async function runMeasure(name: string): Promise<readonly Finding[]> {
  log(`\n${name}`);
  const progress = (text: string) => log(`  ${text}`);
  try {
    const settings = { pairs: Number(values.pairs), minutes: Number(values.minutes), progress };
    return (await (measuresByName as typeof allMeasures)[name]?.(stage, settings)) ?? [];
  } catch (error) {
    failed = true;
    log(String(error instanceof Error ? error.stack : error));
    return [{ what: name, measured: `not measured: ${String(error).split("\n")[0]}`, met: false }];
  }
}

/** Writes the findings so far after each measure, so that an interrupted run leaves its results. */
function writeFindings(): void {
  const circumstances = {
    node: process.version,
    processor,
    cores: cpus().length,
    pinned: cores !== undefined,
  };
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ ...circumstances, findings }, null, 2)}\n`);
}

/** Builds the portal and the template unless they're already built. */
function buildWhatIsMissing(): void {
  const build = (folder: string, command: readonly string[]) => {
    if (existsSync(join(folder, "build/server/index.js"))) return;
    log(`building ${folder}`);
    const [file = "", ...args] = command;
    execFileSync(file, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };
  build(root, ["npm", "run", "build"]);
  const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  build(join(root, "bench/template"), [process.execPath, remix, "vite:build"]);
}
