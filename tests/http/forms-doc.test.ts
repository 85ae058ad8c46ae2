import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startWorld, world } from "../support/world.ts";

const run = promisify(execFile);

startWorld();

it("the commands in docs/forms.md, run one after the other, print what it says", async () => {
  const document = await readFile(new URL("../../docs/forms.md", import.meta.url), "utf8");
  const blocks = [...document.matchAll(/^```(sh|text)\n(.*?)^```$/gms)];
  const commands = blocks.filter(([, kind]) => kind === "sh").map(([, , text = ""]) => text);
  const expected = blocks.filter(([, kind]) => kind === "text").map(([, , text = ""]) => text);
  // Each command is followed by its output, and the document has no other blocks of code.
  const kinds = [...document.matchAll(/^```(\w+)$/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(commands.flatMap(() => ["sh", "text"]));
  expect(commands.length).toBe(11);
  const { stdout } = await run("bash", ["-c", commands.join("\necho ---\n")], {
    env: { ...process.env, NO_PROXY: "*", PORTAL: world.portal.url, LC_ALL: "C.UTF-8" },
  });
  const outputs = stdout.split("---\n");
  expect(outputs).toEqual(expected.map((text) => text.replaceAll("$PORTAL", world.portal.url)));
});
