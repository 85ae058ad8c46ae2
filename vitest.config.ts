import { defineConfig } from "vitest/config";
import { isLong } from "./tests/support/long.ts";

// Six suites (docs/architecture.md, Tests). All but `unit` run the built application; `npm test` builds it first.
// What is named `.long.test` belongs to the long run alone.
const exclude = ["**/node_modules/**", ...(isLong ? [] : ["**/*.long.test.*"])];

/** What a test waits for may take its time on a busy machine. */
const patient = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,server,provider,scripts,bench,tests/unit}/**/*.test.{ts,tsx}"],
          exclude,
          environment: "node",
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
        esbuild: { jsx: "automatic" },
        css: { modules: { generateScopedName: "[local]" } },
      },
      {
        test: {
          name: "http",
          // Most portals share the process of their tests (tests/support/world.ts); React needs to know that it is for production.
          env: { NODE_ENV: "production", PORTAL_IN_PROCESS: "1" },
          expect: patient,
          include: ["tests/{http,parts}/**/*.test.ts"],
          exclude,
          environment: "node",
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "hostile",
          expect: patient,
          include: ["tests/hostile/**/*.test.ts"],
          exclude,
          environment: "node",
          isolate: false,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "cluster",
          expect: patient,
          include: ["tests/cluster/**/*.test.ts"],
          exclude,
          environment: "node",
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "ledger",
          expect: patient,
          include: ["tests/ledger/**/*.test.ts"],
          exclude,
          environment: "node",
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: "e2e",
          env: { NODE_ENV: "production", PORTAL_IN_PROCESS: "1" },
          expect: patient,
          include: ["tests/e2e/**/*.test.ts"],
          exclude,
          environment: "node",
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
