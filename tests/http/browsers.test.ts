import { readdirSync, readFileSync } from "node:fs";
import { Linter } from "eslint";
import { expect, it } from "vitest";
import { scriptsOf, sum } from "../../bench/measures/scripts.ts";
import { mayBeNewer, newerBuiltIns } from "../../scripts/newer-built-ins.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { world } from "../support/world.ts";

startWithAnna();

/** What the libraries use: each checks first that the browser has it, or it's one of their own fields. */
const libraries = [
  ...["setImmediate", ".requestSubmit", ".startViewTransition", ".navigate"],
  ...[".priority", ".movementX", ".movementY", ".imageSizes"],
];
const linter = new Linter();
const config: Linter.Config = {
  plugins: { ours: { rules: { "newer-built-ins": newerBuiltIns } } },
  rules: { "ours/newer-built-ins": ["error", [...mayBeNewer, ...libraries]] },
};
const missedBy = (script: string) => linter.verify(script, config).map(({ message }) => message);

const folder = "build/client/assets";
it("the oldest browsers have what each script of the build asks for", () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const missed = scripts.map((name) => [name, missedBy(readFileSync(`${folder}/${name}`, "utf8"))] as const);
  expect(scripts.length).toBeGreaterThan(50);
  expect(missed.filter(([, names]) => names.length > 0)).toEqual([]);
});

it("the oldest browsers have what a page's inline scripts ask for", async () => {
  const page = await anna.open("/account");
  const scripts = page
    .$("script:not([src])")
    .toArray()
    .map((script) => page.$(script).text());
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.flatMap(missedBy)).toEqual([]);
});

it.each([
  ["/dashboard", 101],
  ["/account/contacts/new", 120],
])("the scripts that %s loads at first are %i KB at most", async (path, kilobytes) => {
  const { text } = await anna.open(path);
  const { firstLoad } = await scriptsOf(world.portal, text);
  expect(Object.keys(firstLoad).length).toBeGreaterThan(5);
  expect(sum(firstLoad) / 1_024).toBeLessThanOrEqual(kilobytes);
});

it.each([
  "Map.groupBy([], String)",
  "Object.groupBy([], String)",
  "navigation.reload()",
  "document.body.ariaDisabled",
  "const { ariaDisabled } = document.body",
  "[].toSorted()",
  "AbortSignal.timeout(1)",
  "/(?<=a)b/",
])("what they lack is found: %s", (script) => {
  expect(missedBy(script)).not.toEqual([]);
});
