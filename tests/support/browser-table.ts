import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { engine, engines, type Engine } from "./engine.ts";
import { journeys, patternOf } from "./journeys.ts";
import { scriptModes, type Scripts } from "./script-modes.ts";

/** The results of a journey's tests in one mode of scripts. */
interface Result {
  readonly failed: number;
  readonly seconds: number;
}
type Results = Record<string, Partial<Record<Scripts, Result>>>;

const folder = "test-results";
const fileOf = (name: Engine) => `${folder}/journeys-${name}.json`;
const patterns = journeys.map(({ words, tests }) => [words, new RegExp(patternOf(tests))] as const);

/** At the end of a long run in a browser, prints its journeys with scripts on, off and broken, beside those of the other browsers. */
export class BrowserTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const results: Results = {};
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const [words] = patterns.find(([, pattern]) => pattern.test(test.name)) ?? [];
        if (!words || (state !== "passed" && state !== "failed")) continue;
        const scripts = (/scripts (off|broken)/.exec(test.fullName)?.[1] ?? "on") as Scripts;
        const { failed = 0, seconds = 0 } = results[words]?.[scripts] ?? {};
        const taken = (test.diagnostic()?.duration ?? 0) / 1_000;
        (results[words] ??= {})[scripts] = {
          failed: failed + Number(state === "failed"),
          seconds: seconds + taken,
        };
      }
    if (Object.keys(results).length === 0) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(engine), JSON.stringify(results));
    process.stdout.write(`\n${tableOf(Object.fromEntries(engines.map((name) => [name, read(name)])))}\n`);
  }
}

function read(name: Engine): Results {
  try {
    return JSON.parse(readFileSync(fileOf(name), "utf8")) as Results;
  } catch {
    return {};
  }
}

/** A line for each journey: seconds with scripts on, off and broken in each browser, or FAILED, or – where none ran. */
function tableOf(all: Readonly<Record<string, Results>>): string {
  const cell = (results: Results, words: string) =>
    scriptModes
      .map((mode) => {
        const result = results[words]?.[mode];
        if (!result) return "–";
        return result.failed > 0 ? "FAILED" : result.seconds.toFixed(1);
      })
      .map((text) => text.padStart(7))
      .join("");
  const titles = Object.keys(all).map((name) => ` ${name}: on, off, broken`.slice(0, 22).padStart(22));
  const lines = journeys.map(
    ({ words }) =>
      words.padEnd(50) +
      Object.values(all)
        .map((results) => ` ${cell(results, words)}`)
        .join(""),
  );
  return [`${"seconds of a journey".padEnd(50)}${titles.join("")}`, ...lines].join("\n");
}
