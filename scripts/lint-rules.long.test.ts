import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ESLint } from "eslint";
import { afterAll, expect, it } from "vitest";

const lines = (count: number, line = "export {};") => `${line}\n`.repeat(count);
const longFunction = `export function long() {\n${lines(60, "  void 0;")}}\n`;

type Breach = readonly [rule: string, path: string, text: string];
/** Code that breaks each rule of .oxlintrc.json, in files of their own. */
const oxlintBreaches: readonly Breach[] = [
  ["import(no-relative-parent-imports)", "app/grid/a.ts", `import "../paths.ts";`],
  ["import(no-relative-parent-imports)", "server/live/a.ts", `export * from "../config.ts";`],
  ["eslint(no-restricted-imports)", "app/request/a.ts", `import { a } from "#server/config.ts"; a();`],
  ["eslint(no-restricted-imports)", "shared/a.ts", `import { a } from "#server/config.ts"; a();`],
  ["eslint(no-restricted-imports)", "provider/a.ts", `import { format } from "date-fns"; format();`],
  ["eslint(no-restricted-imports)", "app/areas/a/a.ts", `export * from "#app/areas/b/b.route.tsx";`],
  ["import(no-cycle)", "app/forms/b.ts", `import "#app/forms/c.ts";`],
  ["import(no-cycle)", "app/forms/c.ts", `import type { D } from "./d.ts"; export type C = D;`],
  ["import(no-cycle)", "app/forms/d.ts", `import "./b.ts"; export type D = 1;`],
  ["eslint(max-lines)", "server/b.ts", lines(301)],
  ["eslint(max-lines)", "app/areas/tickets/tickets.route.tsx", lines(201)],
  ["eslint(max-lines-per-function)", "server/c.ts", longFunction],
  ["eslint(no-console)", "server/d.ts", `console.log("x");`],
  ["eslint(no-restricted-properties)", "server/e.ts", "export const home = process.env.HOME;"],
  ["eslint(no-restricted-properties)", "app/e.ts", "export const now = Date.now();"],
  ["eslint(no-unused-vars)", "server/f.ts", "const a = 1;"],
  ["typescript(no-explicit-any)", "server/g.ts", "export const a = (b: any) => b;"],
  ["typescript(no-floating-promises)", "server/h.ts", "Promise.resolve();"],
  ["typescript(no-misused-promises)", "server/i.ts", "if (Promise.resolve()) void 0;"],
  ["typescript(consistent-type-imports)", "server/j.ts", `import { K } from "./k.ts"; export type J = K;`],
  ["react-hooks(rules-of-hooks)", "app/use-a.ts", "export function useA(b: boolean) { if (b) useB(); }"],
  ["react-hooks(exhaustive-deps)", "app/use-b.ts", "export const useB = (b: 1) => useMemo(() => b, []);"],
  ["jsx-a11y(alt-text)", "app/ui/a.tsx", `export const A = () => <img src="a.png" />;`],
  ["Unused oxlint-disable directive", "app/f.ts", "// oxlint-disable-next-line no-console\nexport {};"],
];
/** The same for eslint.config.js, in files that need not exist. */
const eslintBreaches: readonly Breach[] = [
  ["check-file/filename-naming-convention", "app/areas/tickets/ticketList.ts", "export {};"],
  ["check-file/folder-naming-convention", "app/areas/supportTickets/ticket.ts", "export {};"],
  ["check-file/folder-match-with-fex", "app/ui/tickets.route.tsx", "export {};"],
  ["check-file/filename-blocklist", "app/areas/tickets/ticket-utils.ts", "export {};"],
  ["check-file/filename-blocklist", "app/areas/tickets/ticket-list.ts", "export {};"],
  ["ours/one-way", "app/ui/a.ts", `import { paths } from "#shared/paths.ts"; paths.home();`],
  ["ours/one-way", "shared/portal-api/a.ts", `import "#shared/paths.ts";`],
  ["ours/one-way", "app/grid/a.ts", `export * from "#app/areas/dashboard/banners.ts";`],
  ["ours/one-way", "provider/a.ts", `import "#shared/paths.ts";`],
  ["ours/one-way", "server/a.ts", `await import("#app/areas/dashboard/banners.ts");`],
  ["ours/one-way", "app/request/a.ts", `import type { Pairs } from "#app/forms/reply.ts";`],
  ["ours/one-way", "app/errors/a.ts", `import "#app/document/page-context.ts";`],
  ["ours/one-way", "app/areas/pages/a.ts", `import "#app/areas/shell/navigation.ts";`],
  ["ours/one-way", "provider/store/a.ts", `import "#provider/seed.ts";`],
  ["import-x/order", "app/a.ts", `import { b } from "zod";\nimport { a } from "node:a";`],
  ["no-restricted-syntax", "server/a.ts", "for (;;) void 0;"],
  ["no-restricted-syntax", "app/a.ts", "while (true) void 0;"],
  ["no-restricted-syntax", "app/a.ts", `const { dataset } = document.body; "lead" in dataset;`],
  ["ours/bounded-recursion", "app/a.ts", "function walk(a: []) { a.forEach((b) => walk(b)); }"],
  ["ours/bounded-recursion", "server/a.ts", "const walk = (a: { b: object }) => void walk(a.b as never);"],
  ["ours/newer-built-ins", "app/a.ts", "structuredClone(navigation.currentEntry);"],
  ["redos/no-vulnerable", "app/a.ts", "export const a = /^(a+)+$/;"],
];

const folder = mkdtempSync(join(tmpdir(), "lint-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("oxlint reports all breaches, in a folder like this one since it reads only what exists", () => {
  for (const name of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(name, join(folder, name));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  for (const [, path, text] of oxlintBreaches) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const oxlint = resolve("node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "-f", "unix"], { cwd: folder, encoding: "utf8" });
  const missing = oxlintBreaches.filter(
    ([rule, path]) => !stdout.split("\n").some((line) => line.startsWith(`${path}:`) && line.includes(rule)),
  );
  expect(missing, stdout).toEqual([]);
});

const eslint = new ESLint();
it.each(eslintBreaches)("%s reports a breach in %s", async (rule, path, text) => {
  const [result] = await eslint.lintText(text, { filePath: path });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});
