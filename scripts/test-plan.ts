import { existsSync, globSync } from "node:fs";
import { changesSinceMain } from "./newest-files.ts";
import { ofJourneys, onlyInChromium, patternOf, shortInFirefox } from "../tests/support/journeys.ts";

/** A command, and the name of its part in the table of costs. */
export interface Step {
  readonly part: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** What the command finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>;
}
/** Lanes that run in parallel; the steps of each run one after the other. */
export type Stage = readonly (readonly Step[])[];

const step = (part: string, ...command: Step["command"]): Step => ({ part, command });
const suite = (name: string, ...args: string[]) => step(name, "vitest", "run", "--project", name, ...args);
const build = step("build", "npm", "run", "--silent", "build");
/**
 * Tests wait for servers and browsers half of the time, so two workers keep two processors busy. Each more
 * compiles and optimises the same code again.
 */
const WORKERS = ["--maxWorkers", "2"];

const CACHE = ["--cache", "--cache-strategy", "content"];
const types = step("types", "npm", "run", "--silent", "types");
const oxlint = (...files: string[]) => step("oxlint", "oxlint", ...files);
const eslint = (...files: string[]) =>
  step("eslint", "eslint", ...CACHE, "--cache-location", "node_modules/.cache/eslint", ...files);
const prettier = (...files: string[]) => step("prettier", "prettier", "--check", ...CACHE, ...files);
const knip = step("knip", "knip", "--no-progress");

/** The tests of tests/e2e in another browser than Chromium (tests/support/engine.ts). */
const inBrowser = (part: "firefox" | "webkit", pattern: string): Step => ({
  ...step(part, "vitest", "run", "--project", "e2e", "--maxWorkers", "1", "-t", pattern),
  env: { BROWSER: part },
});

/** What a part cost: CPU-seconds are those that a processor worked for it, undefined where nobody counts them. */
export interface Cost {
  readonly part: string;
  readonly seconds: number;
  readonly cpuSeconds: number | undefined;
}

/** CPU-seconds of each part in a cold run (docs/performance.md). */
export const usualCpuSeconds: Readonly<Record<string, number>> = {
  types: 5,
  build: 14,
  oxlint: 7,
  eslint: 13,
  knip: 3,
  prettier: 10,
  unit: 48,
  cluster: 36,
  ledger: 34,
  http: 145,
  hostile: 22,
  e2e: 227,
  firefox: 32,
};

/** A line for each part that used over half as much again as usual, on a machine as slow as the median part says. */
export function overBudget(costs: readonly Cost[]): string[] {
  const counted = costs.flatMap(({ part, cpuSeconds = 0 }) => {
    const usual = usualCpuSeconds[part];
    return usual && cpuSeconds ? [{ part, cpuSeconds, usual }] : [];
  });
  const factors = counted.map(({ cpuSeconds, usual }) => cpuSeconds / usual).sort((a, b) => a - b);
  const slowness = Math.max(1, factors[Math.floor(factors.length / 2)] ?? 1);
  return counted.flatMap(({ part, cpuSeconds, usual }) => {
    const budget = usual * slowness * 1.5;
    return cpuSeconds > budget
      ? [`${part} used ${cpuSeconds.toFixed(1)} CPU-seconds, and its budget is ${budget.toFixed(1)}.`]
      : [];
  });
}

/** `npm test`: everything but the long runs. */
export const allStages: readonly Stage[] = [
  [
    [types, oxlint(), eslint("."), knip, prettier(".")],
    [build, suite("unit", ...WORKERS)],
  ],
  // Those on the left mostly wait.
  [[suite("cluster"), suite("ledger"), suite("hostile")], [suite("http", ...WORKERS)]],
  [[suite("e2e", ...WORKERS)]],
  [[inBrowser("firefox", patternOf(shortInFirefox))]],
];

/** `npm run test:long`, with LONG=1: tests that take minutes and seldom fail. */
export const longStages: readonly Stage[] = [
  [[build], [step("signatures", "node", "scripts/signatures.ts"), eslint(".")]],
  [[suite("unit", "--maxWorkers", "1", ".long.")], [suite("cluster"), suite("ledger")]],
  [[suite("http", ...WORKERS, ".long.")]],
  [[suite("hostile")]],
  [[suite("e2e", ...WORKERS)]],
  [
    [
      inBrowser(
        "firefox",
        `${patternOf(ofJourneys)}|^(?!.*(without scripts|scripts (off|broken)|${patternOf(onlyInChromium)}))`,
      ),
    ],
  ],
  [[inBrowser("webkit", patternOf(ofJourneys))]],
];

/** What to check of a change: files, which may be deleted ones, and tests by suite. */
interface TestSelection {
  readonly files: readonly string[];
  readonly unit: Step | undefined;
  readonly http: readonly string[];
  readonly e2e: readonly string[];
}

function stagesOf({ files, unit, http, e2e }: TestSelection): Stage[] {
  const existing = files.filter((file) => existsSync(file));
  const code = existing.filter((file) => /\.tsx?$/.test(file));
  const style = [
    ...(code.length > 0 ? [oxlint(...code), eslint(...code)] : []),
    prettier("--ignore-unknown", ...existing),
  ];
  return [
    [[types], [step("build", "node", "scripts/build-if-stale.ts")]],
    [[...(unit ? [unit] : []), ...style], http.length > 0 ? [suite("http", ...http)] : []],
    [e2e.length > 0 ? [suite("e2e", ...WORKERS, ...e2e)] : []],
  ];
}

/** `npm test -- tickets contacts`: areas, with the lists of all pages, or other folders of app/, server/, shared/ or provider/. Throws for an unknown name. */
export function planAreas(names: readonly string[]): readonly Stage[] {
  const folders = names.flatMap((name) =>
    globSync([`app/areas/${name}`, `{app,server,shared,provider}/${name}`]),
  );
  const [http, e2e] = (["http", "e2e"] as const).map((kind) => names.flatMap((name) => testsOf(kind, name)));
  const unknown = names.find(
    (name) => !folders.some((folder) => folder.endsWith(`/${name}`)) && testsOf("*", name).length === 0,
  );
  if (unknown !== undefined)
    throw new Error(
      `Nothing is called '${unknown}'. The areas: ${globSync("*", { cwd: "app/areas" }).sort().join(", ")}.`,
    );
  const files = [...folders.flatMap((folder) => globSync(`${folder}/**/*.*`)), ...http!, ...e2e!];
  const hasUnit = folders.some((folder) => globSync(`${folder}/**/*.test.*`).length > 0);
  const unit = hasUnit ? suite("unit", ...folders.map((folder) => `${folder}/`)) : undefined;
  const listed = folders.some((folder) => folder.startsWith("app/areas/")) ? LISTS_OF_PAGES : [];
  return stagesOf({ files, unit, http: [...new Set([...http!, ...listed])], e2e: e2e! });
}

/** The tests in whose lists a new page must be named. */
const LISTS_OF_PAGES = ["guards", "shell", "forms-table", "thanks"].map(
  (name) => `tests/http/${name}.test.ts`,
);

/** The tests of an area, whose file names begin with its name. */
const testsOf = (kind: string, name: string) => globSync(`tests/${kind}/${name}{,-*}.test.ts`);

/**
 * `npm test -- --changed`: the changes since `main`. Runs unit tests that import changed files and the e2e and HTTP tests
 * of changed areas, or all HTTP tests if shared code has changed.
 */
export function planChanged(): readonly Stage[] {
  const { base, files } = changesSinceMain();
  const areas = [...new Set(files.flatMap((file) => /^app\/areas\/([^/]+)\//.exec(file)?.[1] ?? []))];
  const changed = (kind: string) =>
    files.filter((file) => file.startsWith(`tests/${kind}/`) && existsSync(file));
  const tests = (kind: string) => [
    ...new Set([...areas.flatMap((area) => testsOf(kind, area)), ...changed(kind)]),
  ];
  const isShared = files.some((file) =>
    /^(app\/(?!areas\/)|server|shared\/|provider\/|tests\/support\/|package)/.test(file),
  );
  return stagesOf({
    files,
    unit: suite("unit", "--changed", base, "--passWithNoTests"),
    http: isShared ? globSync("tests/http/*.test.ts") : tests("http"),
    e2e: tests("e2e"),
  });
}
