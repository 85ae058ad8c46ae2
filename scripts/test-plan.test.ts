import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { overBudget, planAreas, usualCpuSeconds, type Stage } from "./test-plan.ts";

/** The paths that a plan passes to vitest, by suite. */
function suitesOf(plan: readonly Stage[]): Record<string, readonly string[]> {
  const suites = plan.flat(2).filter(({ command: [program] }) => program === "vitest");
  return Object.fromEntries(
    suites.map(({ part, command }) => [part, command.filter((argument) => argument.includes("/"))]),
  );
}

it("the plan for an area runs its tests, and those that list every page", () => {
  expect(suitesOf(planAreas(["account"]))).toEqual({
    unit: ["app/areas/account/"],
    http: expect.arrayContaining([
      "tests/http/account.test.ts",
      "tests/http/account-activity.test.ts",
      "tests/http/guards.test.ts",
      "tests/http/shell.test.ts",
    ]) as string[],
    e2e: ["tests/e2e/account.test.ts"],
  });
  expect(() => planAreas(["tickets", "tickes"])).toThrow(/^Nothing is called 'tickes'\. .*, tickets\.$/);
});

it.each(readdirSync("app/areas").filter((area) => area !== "pages"))("the area %s has HTTP tests", (area) => {
  expect(suitesOf(planAreas([area]))["http"]).not.toEqual([]);
});

it("a part is over its budget from half as much again, on a slow machine too", () => {
  const linesFor = (...factors: readonly number[]) =>
    overBudget(
      ["types", "build", "unit"].map((part, index) => ({
        part,
        seconds: 0,
        cpuSeconds: usualCpuSeconds[part]! * factors[index]!,
      })),
    );
  expect(linesFor(1, 1, 1.4)).toEqual([]);
  expect(linesFor(0.5, 0.5, 1.6)).toEqual([expect.stringMatching(/^unit used /)]);
  expect(linesFor(2.2, 2, 3.2)).toEqual([]);
  expect(linesFor(2.2, 2, 3.4)).toHaveLength(1);
});
