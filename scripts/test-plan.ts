import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

export type Step = readonly [command: string, ...args: string[]];
/** Lanes that run in parallel; the steps of each run one after the other. */
export type Stage = readonly (readonly Step[])[];

const suite = (name: string, ...args: string[]): Step => ["vitest", "run", "--project", name, ...args];
/** Tests wait for servers and browsers half of the time, so two workers keep two processors busy. */
const WORKERS = ["--maxWorkers", "2"];

const CACHE = ["--cache", "--cache-strategy", "content"];
const types: Step = ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types"];
const eslint = (...files: string[]): Step => [
  "eslint",
  ...CACHE,
  "--cache-location",
  "node_modules/.cache/eslint",
  ...files,
];
const prettier = (...files: string[]): Step => ["prettier", "--check", ...CACHE, ...files];

/** `npm test`: everything but the long runs. */
export const allStages: readonly Stage[] = [
  [
    [types, eslint("."), ["knip", "--no-progress"], prettier(".")],
    // Unit and HTTP tests wait even more, for time-outs and delayed answers.
    [["npm", "run", "--silent", "build"], suite("unit", "--maxWorkers", "3")],
  ],
  [[suite("cluster"), suite("ledger")], [suite("http", "--maxWorkers", "3")]],
  // Runs alone, since it asserts how long a page may block the others.
  [[suite("hostile")]],
  [[suite("e2e", ...WORKERS)]],
];

/** `npm run test:long`, with LONG=1: tests that take minutes and seldom fail. */
export const longStages: readonly Stage[] = [
  [[["npm", "run", "--silent", "build"]], [["node", "scripts/signatures.ts"]]],
  [[suite("unit", "--maxWorkers", "1", ".long.")], [suite("cluster"), suite("ledger")]],
  [[suite("http", ...WORKERS, ".long.")]],
  [[suite("hostile")]],
  [[suite("e2e", ...WORKERS)]],
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
  const style = [...(code.length > 0 ? [eslint(...code)] : []), prettier("--ignore-unknown", ...existing)];
  return [
    [[types], [["node", "scripts/build-if-stale.ts"]]],
    [[...(unit ? [unit] : []), ...style], http.length > 0 ? [suite("http", ...http)] : []],
    [e2e.length > 0 ? [suite("e2e", ...WORKERS, ...e2e)] : []],
  ];
}

/** `npm test -- tickets contacts`: areas or other folders of app/, server/ or provider/. Throws for an unknown name. */
export function planAreas(names: readonly string[]): readonly Stage[] {
  const folders = names.flatMap((name) => globSync([`app/areas/${name}`, `{app,server,provider}/${name}`]));
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
  return stagesOf({ files, unit, http: http!, e2e: e2e! });
}

/** The tests of an area, whose file names begin with its name. */
const testsOf = (kind: string, name: string) => globSync(`tests/${kind}/${name}{,-*}.test.ts`);

/**
 * `npm test -- --changed`: the changes since `main`. Runs unit tests that import changed files and the e2e and HTTP tests
 * of changed areas, or all HTTP tests if shared code has changed.
 */
export function planChanged(): readonly Stage[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  const base = git("merge-base", "main", "HEAD")[0] ?? "main";
  const files = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  const areas = [...new Set(files.flatMap((file) => /^app\/areas\/([^/]+)\//.exec(file)?.[1] ?? []))];
  const changed = (kind: string) =>
    files.filter((file) => file.startsWith(`tests/${kind}/`) && existsSync(file));
  const tests = (kind: string) => [
    ...new Set([...areas.flatMap((area) => testsOf(kind, area)), ...changed(kind)]),
  ];
  const isShared = files.some((file) =>
    /^(app\/(?!areas\/)|server|provider\/|tests\/support\/|package)/.test(file),
  );
  return stagesOf({
    files,
    unit: suite("unit", "--changed", base, "--passWithNoTests"),
    http: isShared ? globSync("tests/http/*.test.ts") : tests("http"),
    e2e: tests("e2e"),
  });
}
