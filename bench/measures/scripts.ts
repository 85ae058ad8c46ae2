import { gzipSync } from "node:zlib";
import { Visitor } from "../../tests/support/visitor.ts";
import { createWorld } from "../../tests/support/world.ts";
import { kilobytes, times, type Finding, type Measure } from "../measure.ts";
import { signIn, type Served, type Stage } from "../stage.ts";

const MOST = 1.1;
const MOST_OF_FORM = 1.25;
const WITHOUT_SCRIPTS = ["/login", "/logout", "/no-access", "/error", "/cookies"];

interface Scripts {
  /** Bytes after `gzip -9` of each file that the first load fetches, by path. */
  readonly first: Readonly<Record<string, number>>;
  /** Of files that only an `import()` fetches. */
  readonly later: Readonly<Record<string, number>>;
  /** Of all inline scripts together. */
  readonly inline: number;
}

/** Scripts of the dashboard's first load against the template's page, and pages that ship none. */
export const scripts: Measure = async (stage) => {
  const theirs = await templateScripts(stage);
  const portal = await stage.startPortal();
  const { dashboard } = await signIn(portal);
  const ours = await scriptsOf(portal, dashboard.text);
  const pages = [];
  for (const path of WITHOUT_SCRIPTS) pages.push(await pageWithout(portal, path));
  await stage.stop(portal);
  return [
    compared("JavaScript of the dashboard's first load, gzip", MOST, ours, theirs),
    {
      what: "  of it inline in the page (data and manifest), on top",
      measured: `${kilobytes(ours.inline)} / ${kilobytes(theirs.inline)}`,
    },
    {
      what: "  fetched later by import()",
      measured: `${kilobytes(sum(ours.later))} / ${kilobytes(sum(theirs.later))}`,
    },
    ...pages,
  ];
};

/** Scripts of the contact form, the largest form there is, against the template's page. */
export const form: Measure = async (stage) => {
  const theirs = await templateScripts(stage);
  const world = await createWorld();
  try {
    const visitor = world.visitor();
    await visitor.signIn("anna.archer@harbourpine.example");
    await visitor.post("/switch-account", { account: "1001" });
    const page = await visitor.get("/account/contacts/new");
    const ours = await scriptsOf(world.portal, page.text);
    return [compared("JavaScript of the contact form, gzip", MOST_OF_FORM, ours, theirs)];
  } finally {
    await world.close();
  }
};

async function templateScripts(stage: Stage): Promise<Scripts> {
  const template = await stage.startTemplate();
  const theirs = await scriptsOf(template, await (await fetch(template.url)).text());
  await stage.stop(template);
  return theirs;
}

function compared(what: string, most: number, ours: Scripts, theirs: Scripts): Finding {
  const ratio = sum(ours.first) / sum(theirs.first);
  return {
    what,
    target: `≤ ${most} × template`,
    measured: `${times(ratio)} (${kilobytes(sum(ours.first))} / ${kilobytes(sum(theirs.first))})`,
    met: ratio <= most,
    figures: { ours, theirs },
  };
}

async function pageWithout({ url }: Served, path: string): Promise<Finding> {
  const page = await new Visitor(url).get(path);
  const found = page.text.match(/<script\b|rel="modulepreload"|href="[^"]+\.js"/g) ?? [];
  const isPage = page.status < 300 || page.status >= 400;
  return {
    what: `scripts of ${path}`,
    target: "none",
    measured: isPage ? `${found.length} (status ${page.status})` : `no page: status ${page.status}`,
    met: isPage && found.length === 0,
  };
}

/** Bytes of these files together. */
export const sum = (sizes: Readonly<Record<string, number>>) =>
  Object.values(sizes).reduce((a, b) => a + b, 0);
const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

/** Everything that the page's HTML names, and what those files import, to the end. */
export async function scriptsOf({ url }: Pick<Served, "url">, html: string): Promise<Scripts> {
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes("src="))
    .map(([, , code]) => code ?? "");
  const named = [
    ...[...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1] ?? ""),
    ...[...html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g)].map(
      ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? "",
    ),
    ...inline.flatMap((code) => importsOf(code).fixed),
  ];
  const first = new Map<string, string>();
  const later = new Map<string, string>();
  const onDemand: string[] = [];
  await follow(url, named, first, onDemand);
  const wanted = onDemand.filter((path) => !first.has(path));
  await follow(url, wanted, later, [], first);
  const sizes = (files: Map<string, string>) =>
    Object.fromEntries([...files].map(([path, code]) => [path, gzipped(code)]));
  return { first: sizes(first), later: sizes(later), inline: gzipped(inline.join("\n")) };
}

async function follow(
  origin: string,
  paths: readonly string[],
  files: Map<string, string>,
  onDemand: string[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const queue = paths.map((path) => new URL(path, origin).href);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { pathname } = new URL(next);
    if (files.has(pathname) || known.has(pathname)) continue;
    const response = await fetch(next, { headers: { "accept-encoding": "identity" } });
    const code = await response.text();
    // The imports are found by their looks: one inside a text would be no file.
    if (!response.ok) continue;
    files.set(pathname, code);
    const { fixed, dynamic } = importsOf(code);
    for (const path of fixed) queue.push(new URL(path, next).href);
    for (const path of dynamic) onDemand.push(new URL(path, next).pathname);
  }
}

function importsOf(code: string): { readonly fixed: string[]; readonly dynamic: string[] } {
  const paths = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map((match) => match[1] ?? "").filter((path) => /^[./].*\.js$/.test(path));
  return {
    fixed: paths(/\b(?:import|export)\b(?:[\w\s{},*$]*?\bfrom\b)?\s*["']([^"']+)["']/g),
    dynamic: paths(/\bimport\(\s*["'`]([^"'`]+)["'`]/g),
  };
}
