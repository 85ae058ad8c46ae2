/** `npm run mutants`: changes the code in fifty seeded places, one at a time, and runs the unit and HTTP tests for its area. Writes the changes that no test noticed to test-results/mutants.json. Takes half an hour, on a copy of HEAD. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** The HTTP tests for each folder, by how their names begin. */
const areas: Readonly<Record<string, string>> = {
  "app/forms": "{forms,contacts}",
  "app/areas/payments": "payments",
  "server/session": "{sign-in,store-refuses}",
  "app/grid": "{lists,search,returns}",
  "app/request": "{accounts,guards,links-to-accounts,saved-url,thanks}",
};
const SEED = process.env["MUTANTS_SEED"] ?? "demarc";
const PER_AREA = 10;
/** For one area's tests. If a change makes them loop for ever, that counts as noticed. */
const MAX_MS = 240_000;

const copy = mkdtempSync(join(tmpdir(), "mutants-"));
execFileSync("git", ["clone", "--quiet", "--local", ".", copy]);
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
const mutants = await instrument();
execFileSync("npm", ["run", "--silent", "build"], { cwd: copy, stdio: "ignore" });
for (const area of Object.keys(areas))
  if (isNoticed(area, "none")) throw new Error(`The tests of ${area} are red without a mutant.`);
const results = mutants.map(({ area, id, ...mutant }) => {
  const result = { ...mutant, noticed: isNoticed(area, id) };
  process.stdout.write(`${result.noticed ? "noticed" : "SURVIVED"} ${mutant.place} ${mutant.change}\n`);
  return result;
});
rmSync(copy, { recursive: true });
mkdirSync("test-results", { recursive: true });
writeFileSync("test-results/mutants.json", JSON.stringify(results, null, 2));
process.stdout.write(`${results.filter(({ noticed }) => noticed).length} of ${results.length} noticed\n`);

/** Writes code that contains every change, each behind a switch; returns the changes that were drawn. */
async function instrument() {
  const names = Object.keys(areas).flatMap((area) =>
    globSync(`${area}/**/*.{ts,tsx}`, { cwd: copy, exclude: ["**/*.test.*", "**/testing/**"] }),
  );
  const sources = new Map(names.map((name) => [name, readFileSync(join(copy, name), "utf8")]));
  const log = () => undefined;
  const quiet = { trace: log, debug: log, info: log, warn: log, error: log, fatal: log };
  const instrumenter = new Instrumenter({
    ...quiet,
    isTraceEnabled: () => false,
    isDebugEnabled: () => false,
  } as never);
  const { files, mutants: all } = await instrumenter.instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false } as never,
  );
  for (const { name, content } of files) writeFileSync(join(copy, name), content);
  const drawn = all.map(({ id, fileName, location: { start, end }, replacement, mutatorName }) => {
    const lines = sources
      .get(fileName)!
      .split("\n")
      .slice(start.line, end.line + 1);
    const last = lines.length - 1;
    lines[last] = lines[last]!.slice(0, end.column);
    lines[0] = lines[0]!.slice(start.column);
    const change = `${mutatorName}: ${lines.join("\n")} -> ${replacement}`;
    const area = Object.keys(areas).find((folder) => fileName.startsWith(`${folder}/`))!;
    // Ordered by a hash of just the change, so that editing other code doesn't draw different ones.
    const order = createHash("sha256").update(`${SEED} ${fileName} ${change}`).digest("hex");
    return { id, area, place: `${fileName}:${start.line + 1}:${start.column + 1}`, change, order };
  });
  drawn.sort((one, other) => (one.order < other.order ? -1 : 1));
  return Object.keys(areas).flatMap((area) =>
    drawn.filter((mutant) => mutant.area === area).slice(0, PER_AREA),
  );
}

function isNoticed(area: string, id: string): boolean {
  const env = { ...process.env, __STRYKER_ACTIVE_MUTANT__: id };
  const http = globSync(`tests/http/${areas[area]}*.test.ts`, { cwd: copy });
  const suites = [
    ["unit", `${area}/`],
    ["http", ...http],
  ];
  return suites.some(([project, ...files]) => {
    const args = ["run", "--project", project!, "--bail", "1", "--maxWorkers", "2", ...files];
    return spawnSync("vitest", args, { cwd: copy, env, stdio: "ignore", timeout: MAX_MS }).status !== 0;
  });
}
