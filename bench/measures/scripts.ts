import { gzipSync } from "node:zlib";
import { kilobytes, times, type Finding, type Measure } from "../measure.ts";
import type { Served } from "../stage.ts";

const MOST = 1.1;
/** The largest form comes with what judges it as it is typed. */
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
  const template = await stage.startTemplate();
  const theirs = await scriptsOf(template, await (await fetch(template.url)).text());
  await stage.stop(template);
  const portal = await stage.startPortal({ has: "pages" });
  const firstLoad = async (path: string) => {
    const page = await fetch(portal.url + path, { headers: { cookie: portal.cookie } });
    if (!page.ok) throw new Error(`${path} answered ${page.status}`);
    return scriptsOf(portal, await page.text());
  };
  const ours = await firstLoad("/dashboard");
  const form = await firstLoad("/account/contacts/new");
  const pages = [];
  for (const path of WITHOUT_SCRIPTS) pages.push(await pageWithout(portal, path));
  await stage.stop(portal);
  const finding = (what: string, { first }: Scripts, most: number): Finding => {
    const ratio = sum(first) / sum(theirs.first);
    return {
      what,
      target: `≤ ${most} × template`,
      measured: `${times(ratio)} (${kilobytes(sum(first))} / ${kilobytes(sum(theirs.first))})`,
      met: ratio <= most,
      figures: { ours: first, theirs: theirs.first },
    };
  };
  return [
    finding("JavaScript of the dashboard's first load, gzip", ours, MOST),
    {
      what: "  of it inline in the page (data and manifest), on top",
      measured: `${kilobytes(ours.inline)} / ${kilobytes(theirs.inline)}`,
    },
    {
      what: "  fetched later by import()",
      measured: `${kilobytes(sum(ours.later))} / ${kilobytes(sum(theirs.later))}`,
    },
    finding("JavaScript of the contact form's first load, gzip", form, MOST_OF_FORM),
    ...pages,
  ];
};

async function pageWithout({ url }: Served, path: string): Promise<Finding> {
  const page = await fetch(url + path, { redirect: "manual" });
  const found = (await page.text()).match(/<script\b|rel="modulepreload"|href="[^"]+\.js"/g) ?? [];
  const isPage = page.status < 300 || page.status >= 400;
  return {
    what: `scripts of ${path}`,
    target: "none",
    measured: isPage ? `${found.length} (status ${page.status})` : `no page: status ${page.status}`,
    met: isPage && found.length === 0,
  };
}

/** Bytes of these files together. */
const sum = (sizes: Readonly<Record<string, number>>) => Object.values(sizes).reduce((a, b) => a + b, 0);
const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

/** Everything that the page's HTML names, and what those files import, to the end. */
async function scriptsOf({ url }: Pick<Served, "url">, html: string): Promise<Scripts> {
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
  const first = await fetched(url, named);
  const onDemand = [...first].flatMap(([path, code]) =>
    importsOf(code).dynamic.map((wanted) => new URL(wanted, new URL(path, url)).pathname),
  );
  const later = await fetched(url, onDemand, first);
  return { first: sizes(first), later: sizes(later), inline: gzipped(inline.join("\n")) };
}

const sizes = (files: ReadonlyMap<string, string>) =>
  Object.fromEntries([...files].map(([path, code]) => [path, gzipped(code)]));

/** These scripts and all that they import, by path, without those that are known. */
async function fetched(
  origin: string,
  paths: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const queue = paths.map((path) => new URL(path, origin));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (files.has(next.pathname) || known.has(next.pathname)) continue;
    const response = await fetch(next, { headers: { "accept-encoding": "identity" } });
    const code = await response.text();
    // The imports are found by their looks: one inside a text would be no file.
    if (!response.ok) continue;
    files.set(next.pathname, code);
    for (const path of importsOf(code).fixed) queue.push(new URL(path, next));
  }
  return files;
}

function importsOf(code: string): { readonly fixed: string[]; readonly dynamic: string[] } {
  const paths = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map((match) => match[1] ?? "").filter((path) => /^[./].*\.js$/.test(path));
  return {
    fixed: paths(/\b(?:import|export)\b(?:[\w\s{},*$]*?\bfrom\b)?\s*["']([^"']+)["']/g),
    dynamic: paths(/\bimport\(\s*["'`]([^"'`]+)["'`]/g),
  };
}
