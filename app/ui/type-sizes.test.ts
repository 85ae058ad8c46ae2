import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("texts have one of the type scale's sizes, or one in proportion to the text around them", () => {
  const used = globSync("app/**/*.css").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/font-size: ([^;]+);/g)].map(([, size]) => size),
  );
  const odd = used.filter((size) => !/^(?:var\(--text-\w+\)|inherit|0|[\d.]+(?:em|pt))$/.test(size!));
  expect(odd).toEqual([]);
  const scale = readFileSync("app/ui/tokens.css", "utf8").matchAll(/--text-\w+: ([\d.]+)rem/g);
  expect([...scale].map(([, rem]) => Number(rem) * 16)).toEqual([12, 14, 16, 20, 28]);
});
