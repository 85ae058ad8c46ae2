import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { composeSettings } from "./compose-settings.ts";
import { configurationPage } from "./configuration-table.ts";
import { contractFiles } from "./contract/contract-files.ts";
import { kitsPage } from "./kits-page.ts";
import { oldestBrowsers } from "./newer-built-ins.ts";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
/** Without those that list what the code says or what each release changed. */
const written = pages.filter((page) => !/CHANGELOG|portal-api|configuration/.test(page));
/** The pages with samples of the code. */
const guides = ["docs/kits.md", "CONTRIBUTING.md"];
const read = (page: string) => readFileSync(join(root, page), "utf8");
const linksOf = (page: string) =>
  [...read(page).matchAll(/(?:\]\(|src="|srcset="|href=")([^)"\s]+)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target));

it("generated documents are up to date", () => {
  expect(read("docs/configuration.md"), "run `npm run docs`").toBe(configurationPage());
  expect(read("deploy/portal.env"), "run `npm run docs`").toBe(composeSettings());
  for (const page of guides) expect(read(page), "run `npm run docs`").toBe(kitsPage(read(page)));
});

it("the contract of the portal API is up to date", async () => {
  for (const [path, text] of Object.entries(await contractFiles()))
    expect(read(path), "run `npm run docs`").toBe(text);
});

it("Redocly finds nothing in the OpenAPI documents: neither in form nor in examples, parameters and references", () => {
  const redocly = require.resolve("@redocly/cli/bin/cli.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [redocly, "lint", "--format", "stylish", "--config", join(root, "scripts/contract/redocly.yaml")],
    // It asks nobody for a newer version, and tells nobody that it ran.
    {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  expect(status, stdout + stderr).toBe(0);
});

it.each(guides)("every sample in %s comes from the code", (name) => {
  const page = read(name);
  expect(page.match(/^```/gm)).toHaveLength(2 * (page.match(/<!-- code: /g)?.length ?? 0));
  expect(kitsPage(page.replaceAll("```tsx\n", "```tsx\n// out of date\n"))).toBe(page);
});

it.each(pages)("%s has no broken links", (page) => {
  const brokenLinks = linksOf(page).filter((target) => {
    const [file = "", anchor] = target.split("#");
    const path = join(root, dirname(page), file);
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
  });
  expect(brokenLinks).toEqual([]);
});

it.each(["README.md", "docs/architecture.md"])("%s names the oldest browsers that get scripts", (page) => {
  const [chrome, firefox, safari] = ["chrome", "firefox", "safari"].map((name) => oldestBrowsers.get(name));
  expect(read(page)).toContain(`Chrome ${chrome}, Firefox ${firefox} and Safari ${safari}`);
});

it("decisions and screenshots are small", () => {
  const decisions = pages.filter((page) => /docs\/adr\/\d{4}-/.test(page));
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter((page) => read(page).trimEnd().split("\n").length > 40)).toEqual([]);
  const pictures = readdirSync(join(root, "docs/screenshots")).map((name) => join("docs/screenshots", name));
  expect(pictures.filter((name) => statSync(join(root, name)).size > 80_000)).toEqual([]);
});

/** Without tables, code, comments and what links lead to. */
const proseOf = (page: string) =>
  read(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/^ *\|.*$|<!--.*?-->|`[^`\n]*`/gm, "")
    .replaceAll(/\]\([^)]*\)/g, "]");

it.each(written)("%s has no line over 120 characters", (page) => {
  expect(
    proseOf(page)
      .split("\n")
      .filter((line) => line.length > 120),
  ).toEqual([]);
});

it.each(pages)("%s names npm scripts and files that exist", (page) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const namedScripts = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(namedScripts.filter((name) => !(name in scripts))).toEqual([]);
  const files = [
    ...read(page).matchAll(/`((?:app|server|provider|tests|scripts|deploy|bench)\/[\w./-]+\.\w+)`/g),
  ];
  expect(files.map(([, name = ""]) => name).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

function anchorsOf(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}
