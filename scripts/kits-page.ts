import { readFileSync } from "node:fs";

const SAMPLE = /(<!-- code: (\S+)(?: (\w+))? -->\n\n)```tsx\n[\s\S]*?\n```/g;
const COUNTS = /(<!-- lines: (.+?) -->\n\n)(?:\|.*\n)+/g;

/**
 * Updates the samples and line counts in docs/kits.md from the code. A comment before each sample or table names its
 * source.
 */
export function kitsPage(page: string): string {
  return page
    .replace(SAMPLE, (_, mark: string, path: string, name: string | undefined) => {
      const code = read(path);
      return `${mark}\`\`\`tsx\n${name === undefined ? code.trim() : declarationOf(name, code, path)}\n\`\`\``;
    })
    .replace(COUNTS, (_, mark: string, files: string) => mark + tableOf(files.split(" ")));
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The source of a function or constant of a module. */
function declarationOf(name: string, code: string, path: string): string {
  const lines = code.split("\n");
  const isFirst = new RegExp(`^(?:export )?(?:default )?(?:async )?(?:function|const) ${name}\\b`);
  const from = lines.findIndex((line) => isFirst.test(line));
  const to = lines.findIndex((line, index) => index > from && /^[})]/.test(line));
  if (from < 0 || to < 0) throw new Error(`${path} has no ${name}`);
  return lines.slice(from, to + 1).join("\n");
}

function tableOf(paths: readonly string[]): string {
  const counted = paths.map((path) => ({ path, lines: read(path).trimEnd().split("\n").length }));
  const total = counted.reduce((sum, { lines }) => sum + lines, 0);
  const rows = counted.map(({ path, lines }) => `| \`${path}\` | ${lines} |\n`);
  return `| file | lines |\n|---|---|\n${rows.join("")}| together | ${total} |\n`;
}
