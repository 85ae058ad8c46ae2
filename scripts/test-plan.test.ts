import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { planAreas, type Stage } from "./test-plan.ts";

/** The paths that a plan passes to vitest, by suite. */
function suitesOf(plan: readonly Stage[]): Record<string, readonly string[]> {
  const steps = plan.flat(2).filter(([command]) => command === "vitest");
  return Object.fromEntries(
    steps.map(([, , , suite = "", ...rest]) => [suite, rest.filter((part) => part.includes("/"))]),
  );
}

it("the plan for an area runs only the tests of this area", () => {
  expect(suitesOf(planAreas(["account"]))).toEqual({
    unit: ["app/areas/account/"],
    http: ["tests/http/account.test.ts", "tests/http/account-activity.test.ts"],
    e2e: ["tests/e2e/account.test.ts"],
  });
  expect(() => planAreas(["tickets", "tickes"])).toThrow(/^Nothing is called 'tickes'\. .*, tickets\.$/);
});

it.each(readdirSync("app/areas").filter((area) => area !== "pages"))("the area %s has HTTP tests", (area) => {
  expect(suitesOf(planAreas([area]))["http"]).not.toEqual([]);
});
