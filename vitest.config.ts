import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BrowserTable } from "./tests/support/browser-table.ts";
import { isLong } from "./tests/support/long.ts";

// Six suites (docs/architecture.md, Tests). All but `unit` run the built application; `npm test` builds it first.
// What is named `.long.test` belongs to the long run alone.
const exclude = ["**/node_modules/**", ...(isLong ? [] : ["**/*.long.test.*"])];

/** What a test waits for may take its time on a busy machine. */
const patient = { poll: { timeout: 15_000 } };

/** Most portals share the process of their tests (tests/support/world.ts); React needs to know that it is for production. */
const env = { NODE_ENV: "production", PORTAL_IN_PROCESS: "1" } as const;
/** What runs without a bundler in production does so here: Node strips the types in less time than Vite transforms. */
const server = {
  deps: {
    external: [
      new RegExp(`^${import.meta.dirname}/(app|server|shared|provider|build|scripts)/.*(?<!\\.json)$`),
    ],
  },
};
const setupFiles = ["tests/support/same-trials.ts"];
/** Node's 16 MB are collected more often, which costs some hundredths of the processor time. */
const execArgv = ["--max-semi-space-size=64"];
const common = { exclude, isolate: false, expect: patient, server, setupFiles, execArgv };
const oneByOne = { fileParallelism: false };

function suite(
  name: string,
  include: string,
  seconds: number,
  more: TestProjectInlineConfiguration["test"] = {},
): TestProjectInlineConfiguration {
  const timeouts = { testTimeout: seconds * 1000, hookTimeout: seconds * 1000 };
  return { test: { ...common, name, include: [include], ...timeouts, ...more } };
}

export default defineConfig({
  test: {
    reporters: ["default", ...(isLong ? [new BrowserTable()] : [])],
    // What was transformed once isn't again, in the next run either.
    experimental: { fsModuleCache: true },
    projects: [
      {
        // Its concurrent tests all wait for time limits.
        ...suite("unit", "{app,server,shared,provider,scripts,bench,tests/unit}/**/*.test.{ts,tsx}", 30, {
          maxConcurrency: 40,
          server: {},
        }),
        esbuild: { jsx: "automatic" },
        css: { modules: { generateScopedName: "[local]" } },
      },
      suite("http", "tests/{http,parts}/**/*.test.ts", 60, { env }),
      suite("hostile", "tests/hostile/**/*.test.ts", 120, oneByOne),
      suite("cluster", "tests/cluster/**/*.test.ts", 60, oneByOne),
      suite("ledger", "tests/ledger/**/*.test.ts", 60, { ...oneByOne, hookTimeout: 240_000 }),
      suite("e2e", "tests/e2e/**/*.test.ts", 120, { env }),
    ],
  },
});
