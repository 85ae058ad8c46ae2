import { gzipSync } from "node:zlib";
import { kilobytes, type Finding, type Measure } from "../measure.ts";
import type { RunningServer } from "../stage.ts";

/** As at commit 888d3f49. A form's scripts also validate while someone types. */
const MAX_KB = { dashboard: 101.8, contactForm: 120.1 };
const WITHOUT_SCRIPTS = ["/login", "/logout", "/no-access", "/error", "/cookies"];

interface Scripts {
  /** The size in bytes after `gzip -9` of each file that the first load fetches, by path. */
  readonly firstLoad: Readonly<Record<string, number>>;
  /** The same for files that only an `import()` fetches. */
  readonly onDemand: Readonly<Record<string, number>>;
  /** The size of all inline scripts together. */
  readonly inline: number;
}

/** The scripts of the first load compared with the template's page, and pages that must have none. */
export const scripts: Measure = async (stage) => {
  const template = await stage.startTemplate();
  const theirs = await scriptsOf(template, await (await fetch(template.url)).text());
  await stage.stop(template);
  const portal = await stage.startPortal({ upstreamAnswers: "pages" });
  const scriptsOfPage = async (path: string) => {
    const page = await fetch(portal.url + path, { headers: { cookie: portal.cookie } });
    if (!page.ok) throw new Error(`${path} answered ${page.status}`);
    return scriptsOf(portal, await page.text());
  };
  const ours = await scriptsOfPage("/dashboard");
  const form = await scriptsOfPage("/account/contacts/new");
  const pages = [];
  for (const path of WITHOUT_SCRIPTS) pages.push(await scriptFreeFinding(portal, path));
  await stage.stop(portal);
  const finding = (what: string, { firstLoad }: Scripts, maxKilobytes: number): Finding => ({
    what,
    target: `≤ ${maxKilobytes} KB`,
    measured: `${kilobytes(sum(firstLoad))}, template ${kilobytes(sum(theirs.firstLoad))}`,
    met: sum(firstLoad) / 1024 <= maxKilobytes,
    figures: { ours: firstLoad, theirs: theirs.firstLoad },
  });
  return [
    finding("JavaScript of the dashboard's first load, gzip", ours, MAX_KB.dashboard),
    {
      what: "  of it inline in the page (data and manifest), on top",
      measured: `${kilobytes(ours.inline)} / ${kilobytes(theirs.inline)}`,
    },
    {
      what: "  fetched later by import()",
      measured: `${kilobytes(sum(ours.onDemand))} / ${kilobytes(sum(theirs.onDemand))}`,
    },
    finding("JavaScript of the contact form's first load, gzip", form, MAX_KB.contactForm),
    ...pages,
  ];
};

async function scriptFreeFinding({ url }: RunningServer, path: string): Promise<Finding> {
  const page = await fetch(url + path, { redirect: "manual" });
  const scriptTags = (await page.text()).match(/<script\b|rel="modulepreload"|href="[^"]+\.js"/g) ?? [];
  const isPage = page.status < 300 || page.status >= 400;
  return {
    what: `scripts of ${path}`,
    target: "none",
    measured: isPage ? `${scriptTags.length} (status ${page.status})` : `no page: status ${page.status}`,
    met: isPage && scriptTags.length === 0,
  };
}

/** The total size of files. */
export const sum = (sizes: Readonly<Record<string, number>>) =>
  Object.values(sizes).reduce((a, b) => a + b, 0);
const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

/** All the scripts that the page's HTML refers to, with everything that they import. */
export async function scriptsOf({ url }: Pick<RunningServer, "url">, html: string): Promise<Scripts> {
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes("src="))
    .map(([, , code]) => code ?? "");
  const paths = [
    ...[...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1] ?? ""),
    ...[...html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g)].map(
      ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? "",
    ),
    ...inline.flatMap((code) => importsOf(code).static),
  ];
  const first = await fetchScripts(url, paths);
  const onDemand = [...first].flatMap(([path, code]) =>
    importsOf(code).dynamic.map((importPath) => new URL(importPath, new URL(path, url)).pathname),
  );
  const later = await fetchScripts(url, onDemand, first);
  return { firstLoad: sizes(first), onDemand: sizes(later), inline: gzipped(inline.join("\n")) };
}

const sizes = (files: ReadonlyMap<string, string>) =>
  Object.fromEntries([...files].map(([path, code]) => [path, gzipped(code)]));

/** Fetches scripts and everything that they import, except for those in `alreadyFetched`; returns their code by path. */
async function fetchScripts(
  origin: string,
  paths: readonly string[],
  alreadyFetched: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const queue = paths.map((path) => new URL(path, origin));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (files.has(next.pathname) || alreadyFetched.has(next.pathname)) continue;
    const response = await fetch(next, { headers: { "accept-encoding": "identity" } });
    const code = await response.text();
    // We find imports with a pattern, so text that just looks like one may name a file that doesn't exist.
    if (!response.ok) continue;
    files.set(next.pathname, code);
    for (const path of importsOf(code).static) queue.push(new URL(path, next));
  }
  return files;
}

function importsOf(code: string): { readonly static: string[]; readonly dynamic: string[] } {
  const paths = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map((match) => match[1] ?? "").filter((path) => /^[./].*\.js$/.test(path));
  return {
    static: paths(/\b(?:import|export)\b(?:[\w\s{},*$]*?\bfrom\b)?\s*["']([^"']+)["']/g),
    dynamic: paths(/\bimport\(\s*["'`]([^"'`]+)["'`]/g),
  };
}
