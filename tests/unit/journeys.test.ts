import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ofJourneys, onlyInChromium, shortInFirefox } from "../support/journeys.ts";

it("every test that a browser's run names is there, once", () => {
  const code = globSync("tests/e2e/*.test.ts")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const names = [...ofJourneys, ...shortInFirefox, ...onlyInChromium];
  const found = names.map((name) => [name, code.split(`${name}"`).length - 1]);
  expect(found).toEqual(names.map((name) => [name, 1]));
});
