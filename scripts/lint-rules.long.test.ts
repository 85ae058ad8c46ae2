import { ESLint } from "eslint";
import { expect, it } from "vitest";

const lines = (count: number, line = "export {};") => `${line}\n`.repeat(count);
const longFunction = `export function long() {\n${lines(60, "  void 0;")}}\n`;

/** Code that breaks each rule of eslint.config.js, in files that need not exist. */
const breaches: readonly (readonly [rule: string, path: string, text: string])[] = [
  ["check-file/filename-naming-convention", "app/areas/tickets/ticketList.ts", "export {};"],
  ["check-file/folder-naming-convention", "app/areas/supportTickets/ticket.ts", "export {};"],
  ["check-file/folder-match-with-fex", "app/ui/tickets.route.tsx", "export {};"],
  ["check-file/filename-blocklist", "app/areas/tickets/ticket-utils.ts", "export {};"],
  ["check-file/filename-blocklist", "app/areas/tickets/ticket-list.ts", "export {};"],
  ["@typescript-eslint/no-restricted-imports", "app/grid/a.ts", `import "../paths.ts";`],
  ["@typescript-eslint/no-restricted-imports", "server/live/a.ts", `import "../config.ts";`],
  [
    "@typescript-eslint/no-restricted-imports",
    "app/request/a.ts",
    `import { a } from "#server/config.ts"; a();`,
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "app/areas/tickets/a.ts",
    `import { loader } from "#app/areas/dashboard/dashboard.route.tsx"; loader();`,
  ],
  ["import-x/no-restricted-paths", "app/ui/a.ts", `import { paths } from "#app/paths.ts"; paths.home();`],
  ["import-x/no-restricted-paths", "app/portal-api/a.ts", `import "#app/paths.ts";`],
  ["import-x/no-restricted-paths", "app/grid/a.ts", `import "#app/areas/dashboard/banners.ts";`],
  ["import-x/no-restricted-paths", "provider/a.ts", `import "#app/paths.ts";`],
  ["import-x/no-restricted-paths", "server/a.ts", `import "#app/areas/dashboard/banners.ts";`],
  ["import-x/no-restricted-paths", "app/request/a.ts", `import type { Pairs } from "#app/forms/reply.ts";`],
  ["import-x/no-restricted-paths", "app/areas/pages/a.ts", `import "#app/areas/shell/navigation.ts";`],
  ["import-x/no-restricted-paths", "provider/store/a.ts", `import "#provider/seed.ts";`],
  ["ours/no-circles", "app/forms/judge.ts", `import { readValues } from "./define-form.ts"; readValues;`],
  ["ours/no-circles", "app/forms/judge.ts", `import type { FormDefinition } from "./define-form.ts";`],
  [
    "import-x/order",
    "app/a.ts",
    `import { z } from "zod";\nimport { join } from "node:path";\njoin(String(z));`,
  ],
  ["no-restricted-syntax", "server/a.ts", "for (;;) void 0;"],
  ["no-restricted-syntax", "app/a.ts", "while (true) void 0;"],
  [
    "ours/bounded-recursion",
    "app/a.ts",
    "export function walk(a: object) { Object.values(a).forEach((b) => walk(b)); }",
  ],
  [
    "ours/bounded-recursion",
    "server/a.ts",
    "export const walk = (a: { b: object }) => void walk(a.b as never);",
  ],
  ["redos/no-vulnerable", "app/a.ts", "export const a = /^(a+)+$/;"],
  ["max-lines", "server/a.ts", lines(301)],
  ["max-lines", "app/areas/tickets/tickets.route.tsx", lines(201)],
  ["max-lines-per-function", "server/a.ts", longFunction],
  ["no-console", "server/a.ts", `console.log("x");`],
  ["no-restricted-properties", "server/a.ts", "export const home = process.env.HOME;"],
  ["@typescript-eslint/no-explicit-any", "server/a.ts", "export const a = (b: any) => b;"],
  ["@typescript-eslint/no-unused-vars", "server/a.ts", "const a = 1;"],
  [
    "react-hooks/rules-of-hooks",
    "app/live/use-a.ts",
    `import { useState } from "react";\nexport function useA(b: boolean) { if (b) useState(1); }`,
  ],
  ["jsx-a11y/alt-text", "app/ui/a.tsx", `export const A = () => <img src="a.png" />;`],
];
/** The rules below need type information, so they are tested in a file that exists. */
const TYPED = "app/paths.ts";
const typedBreaches = [
  ["@typescript-eslint/no-floating-promises", TYPED, "Promise.resolve();"],
  ["@typescript-eslint/no-misused-promises", TYPED, "if (Promise.resolve()) void 0;"],
] as const;

const eslint = new ESLint({
  overrideConfig: {
    ignores: [TYPED],
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      "@typescript-eslint/no-floating-promises": "off",
      "@typescript-eslint/no-misused-promises": "off",
    },
  },
});

// The first rule with types loads those of the whole project.
const patient = { timeout: 120_000 };
it.each([...breaches, ...typedBreaches])("%s reports a breach in %s", patient, async (rule, path, text) => {
  const [result] = await eslint.lintText(text, { filePath: path });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});
