import { readFileSync } from "node:fs";

const SAMPLE = /(<!-- code: (\S+)(?: (\w+))? -->\n\n)```tsx\n[\s\S]*?\n```/g;

/** Updates the samples in docs/kits.md from the code. A comment before each sample names its source. */
export function kitsPage(page: string): string {
  return page.replace(SAMPLE, (_, comment: string, path: string, name: string | undefined) => {
    const code = read(path);
    return `${comment}\`\`\`tsx\n${name === undefined ? code.trim() : declarationOf(name, code, path)}\n\`\`\``;
  });
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The source code of a module's function or constant. */
function declarationOf(name: string, code: string, path: string): string {
  const lines = code.split("\n");
  const declarationStart = new RegExp(`^(?:export )?(?:default )?(?:async )?(?:function|const) ${name}\\b`);
  const start = lines.findIndex((line) => declarationStart.test(line));
  const end = lines.findIndex((line, index) => index > start && /^[})]/.test(line));
  if (start < 0 || end < 0) throw new Error(`${path} has no ${name}`);
  return lines.slice(start, end + 1).join("\n");
}
