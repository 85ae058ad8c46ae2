import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import quotedTexts from "./quoted-texts.json" with { type: "json" };
import words from "../../scripts/contract/words.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

const filesIn = (folders: readonly string[], isWanted: (name: string) => boolean) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|json)$/.test(name) && isWanted(name))
      .map((name) => read(join(folder, name))),
  );

const entities: Readonly<Record<string, string>> = { "&apos;": "'", "&quot;": '"', "&amp;": "&" };

/** On one line, with straight quotes. */
const plain = (text: string) =>
  text
    .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[‘’]|\\'/g, "'")
    .replaceAll('\\"', '"')
    .replaceAll(/\s+/g, " ");

/** Failures of calls that no page says, because it says something else or nothing. */
const unsaid = Object.keys(words.failures).map((call) => {
  const [method, path = ""] = call.split(" ");
  return new RegExp(`(method: "${method}",\\s+path: "${path}",[^}]*?failure: )"[^"]+"`);
});

/** The code without its comments, and without failures that are never said; `{}` stands for what it puts into its texts. */
function textsOf(code: readonly string[]): string {
  const withoutComments = unsaid.reduce(
    (text, failure) => text.replace(failure, "$1"),
    code.join("\n").replaceAll(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$/gm, ""),
  );
  return plain(
    withoutComments
      .replaceAll('{" "}', " ")
      .replaceAll(/<\/?a\b[^>]*>/g, "")
      .replaceAll(/\$\{[^{}]*\}/g, "{}")
      .replaceAll(/["`]\s*\+\s*["`]/g, ""),
  );
}

const isTest = (name: string) => /\.test\.|\/testing\//.test(name);
// The reference quotes what it makes up of these words, so they prove nothing.
const isText = (name: string) => !isTest(name) && !name.endsWith("words.json");
const texts = textsOf(filesIn(["app", "server", "shared", "provider", "scripts", "deploy"], isText));
const testNames = textsOf(filesIn(["app", "shared", "tests"], isTest));

const toPattern = (parts: readonly string[]) =>
  parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join(".{1,80}?");
/** Texts that the code puts together, if there's enough of them to know them by. */
const templates = [...texts.matchAll(/`([^`]*\{\}[^`]*)`/g)]
  .map(([, text = ""]) => text.split("{}"))
  .filter((parts) => parts.join("").length >= 12)
  .map((parts) => new RegExp(`^${toPattern(parts)}$`));

function isInCode(quoted: string): boolean {
  if (texts.includes(quoted) || templates.some((template) => template.test(quoted))) return true;
  const parts = quoted.split(/\{[^}]*\}|…/);
  return parts.length > 1 && new RegExp(toPattern(parts)).test(texts);
}

/** Single quotes around words, not the apostrophe in "don't" or "customers'"; without what the prose says that pages don't say. */
const QUOTED =
  /(?<![\w`]|\b(?:not|nobody reads) )'(?=\S)((?:[^'\n]|(?<=\w)'(?=\w)|\n(?!\n))*?)(?<=\S)'(?!\w)/g;

/** What a page quotes, with the rest of its line. */
function quotesOf(page: string) {
  const prose = read(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => (code.includes("tests/") || code.includes(".test.") ? ".test." : ""));
  return [...prose.matchAll(QUOTED)].map(({ 1: quoted = "", index }) => ({
    // docs/domain.md, Direct debits: '…' stands for these words.
    quoted: plain(quoted).replace(/^… /, "There was an error "),
    line: prose.slice(prose.lastIndexOf("\n", index) + 1, prose.indexOf("\n", index)),
  }));
}

/** Quoted for other reasons: words that are spoken of, what a person may type, the API's and Keycloak's own words, and examples with figures. */
const isNoText = (quoted: string) =>
  /^(single quotes|mine|Ok|MyPortalAdmin|#61|(Oct|10\/|2025-1|October)\W?\d*|\w+ (ASC|DESC)|Status 9|1\.8 Gbps|£100\.00 - £2,936\.00|Add to ID token|Aggregate attribute values)$/.test(
    quoted,
  );

const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, quotes: quotesOf(`docs/${name}`) }))
  .filter(({ quotes }) => quotes.length > 0);

it.each(documents)("docs/$name quotes no text that the code lacks", ({ quotes }) => {
  const lacking = quotes
    .filter(
      ({ quoted, line }) => !isInCode(quoted) && !(line.includes(".test.") && testNames.includes(quoted)),
    )
    .map(({ quoted }) => quoted);
  expect(lacking.filter((quoted) => !isNoText(quoted))).toEqual([]);
});

/** The texts of a file, each whole; `{}` stands for what the code puts into it. */
function textsOfFile(path: string): string[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const contentOf = (node: ts.JsxChild): string => {
    if (ts.isJsxText(node)) return node.text;
    if (ts.isJsxElement(node)) return node.children.map(contentOf).join("");
    if (!ts.isJsxExpression(node)) return "{}";
    if (!node.expression) return "";
    return ts.isStringLiteralLike(node.expression) ? node.expression.text : "{}";
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}"));
    if (ts.isJsxElement(node)) found.push(contentOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((text) => plain(text).trim()).filter(Boolean);
}

const ownTexts = ["app", "server", "shared"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !isTest(join("/", name)))
    .flatMap((name) => textsOfFile(join(folder, name))),
);
const ownTemplates = ownTexts
  .filter((text) => text.includes("{}"))
  .map((text) => ({
    fixedLength: text.replaceAll("{}", "").length,
    pattern: new RegExp(`^${toPattern(text.split("{}"))}$`),
  }));

/** Short texts must be the whole of one in the code; longer ones may be a sentence of it. */
function isOwnText(quoted: string): boolean {
  // Most of the text must stand in the template.
  const isMade = ownTemplates.some(
    ({ fixedLength, pattern }) => fixedLength * 2 >= quoted.length && pattern.test(quoted),
  );
  if (isMade || ownTexts.includes(quoted)) return true;
  const pattern = toPattern(quoted.split(/\{\w+\}/));
  const sentence = new RegExp(`(^|[.:] |\\{\\} ?)${pattern}($|(?<=[.:?!]) | ?\\{\\})`);
  return quoted.length >= 12 && ownTexts.some((text) => sentence.test(text));
}

it("the code has each text that the specification quotes, word for word", () => {
  const seen = quotedTexts.filter(({ unseen }) => unseen === undefined);
  expect(seen.length).toBeGreaterThan(200);
  const lacking = seen.filter(({ text, shownAs = text }) => !isOwnText(shownAs));
  expect(lacking).toEqual([]);
});
