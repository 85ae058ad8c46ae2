import { defineConfig } from "vitest/config";
import { isLong } from "./tests/support/long.ts";

// Six suites (docs/architecture.md, Tests). All but `unit` run the built application; `npm test` builds it first.
// What is named `.long.test` belongs to the long run alone.
const exclude = ["**/node_modules/**", ...(isLong ? [] : ["**/*.long.test.*"])];

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
          include: ["tests/hostile/**/*.test.ts"],
          exclude,
          environment: "node",
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "cluster",
          include: ["tests/cluster/**/*.test.ts"],
          exclude,
          environment: "node",
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "ledger",
          include: ["tests/ledger/**/*.test.ts"],
          exclude,
          environment: "node",
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: "e2e",
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
