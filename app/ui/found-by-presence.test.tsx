import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(`app/${name}`, "utf8");

it("attributes that a selector finds by their presence are declared, so that none is false", () => {
  const names = readdirSync("app", { recursive: true, encoding: "utf8" });
  const found = names
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .flatMap((name) => read(name).match(/(?<=\[)data-[a-z-]+(?=\])/g) ?? []);
  const declared = read("ui/found-by-presence.d.ts").match(/(?<=")data-[a-z-]+/g);
  expect(declared).toEqual([...new Set(found)].sort());
  // @ts-expect-error -- it would count as true
  void (<p data-lead={false}>1</p>);
});
