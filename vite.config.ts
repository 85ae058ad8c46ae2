import { vitePlugin as remix } from "@remix-run/dev";
import browserslist from "browserslist";
import { browserslistToTargets } from "lightningcss";
import { defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

/** The browsers of .browserslistrc, by the names of what lowers syntax. */
const browsers = browserslist();
const target = browsers.flatMap((browser) => {
  const [, name, version] = /^(chrome|edge|firefox|safari|ios)(?:_saf)? ([\d.]+)/.exec(browser) ?? [];
  return name ? [`${name}${version}`] : [];
});

const FORMS = /@conform-to|\/app\/forms\/|\/app\/ui\/done-page\./;
/** Inputs of forms and of the filters of lists: by themselves, since lists would else load all of the forms. */
const FIELDS = /\/app\/ui\/(?:choice|control|error-summary|field|form-layout|select|text-input)\./;
/** What lists and the pages of their items are built of. */
const LISTS = /\/app\/grid\/|\/app\/ui\/(?:table|status-tag|page-layout|figure-strip|safe-html)\./;
/** Their styles, in one file: browsers load six at once, and those of a ticket were eight. */
const KIT_STYLES = /\/app\/(?:files|forms|grid|ui)\/[^?]*\.module\.css/;
/** What somebody who has signed in loads first: the dashboard in its shell. */
const FIRST = /\/app\/(?:root|areas\/shell\/(?:shell|page)\.route|areas\/dashboard\/dashboard\.route)\.tsx/;

/**
 * Five shared files in place of dozens of small ones, which compress badly each by itself: the dashboard loads 10 %
 * less by it.
 */
const chunkOf: Rollup.GetManualChunk = (id, graph) => {
  if (KIT_STYLES.test(id) && !isFirst(id, graph)) return "kit-styles";
  if (FORMS.test(id)) return "forms";
  if (FIELDS.test(id)) return "fields";
  if (id.includes("/node_modules/")) return "framework";
  if (!/\/(?:app|shared)\//.test(id) || FIRST.test(id) || id.includes("/areas/dashboard/")) return undefined;
  // Otherwise it would be part of the forms, which every page that needs a limit would then load.
  if (isFirst(id, graph) || id.endsWith("/shared/limits.ts")) return "ui";
  return LISTS.test(id) ? "lists" : undefined;
};

let shared: ReadonlySet<string> | undefined;

/** True for what the dashboard loads, or would load if its own files did not stay with it. */
function isFirst(id: string, { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): boolean {
  shared ??= importsOf(
    [...getModuleIds()].filter((one) => FIRST.test(one)),
    getModuleInfo,
  );
  return shared.has(id);
}

/** These modules with all that they import, and so on. */
function importsOf(ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Ends a build that gives the browser what reads the API's answers: it belongs on the server. */
const noSchemas: Plugin = {
  name: "no-schemas",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const schemas =
        chunk.type === "chunk" && chunk.moduleIds.find((id) => id.includes("/node_modules/zod/"));
      if (schemas) this.error(`${chunk.fileName} holds ${schemas}`);
    }
  },
};

/** By the end of a file's path. With single fetch, the route loaders always get that function. */
const REPLACED_IN_REMIX = {
  "/routeModules.js": ["window.location.reload();", 'dispatchEvent(new Event("routescriptfailed"));'],
  "/routes.js": ['typeof singleFetch === "function"', "true"],
} as const;

/**
 * Remix's client as it's needed here. Its flags are constants, so that browsers don't load the code for those that are off.
 * Where a page's script can't be had, Remix reloads the page that is left; app/document/watch-requests.ts leads on instead.
 */
const remixClient: Plugin = {
  name: "remix-client",
  transform(code, id) {
    if (!id.includes("/@remix-run/react/dist/esm/")) return undefined;
    const isOn = (_: string, flag: string) => String(flag in { ...remixConfig.future });
    const [, [text, replacement] = ["", ""]] =
      Object.entries(REPLACED_IN_REMIX).find(([end]) => id.endsWith(end)) ?? [];
    if (!code.includes(text)) this.error(`Remix has no ${text} any more, or says it by other words`);
    return { code: code.replace(text, replacement).replace(/[\w.]*\bfuture\.(v3_\w+)/g, isOn), map: null };
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), noSchemas, remixClient],
  // In the bundle, since Node would read their many small modules one by one at each start.
  ssr: { noExternal: ["date-fns", "@date-fns/tz"] },
  css: { transformer: "lightningcss", lightningcss: { targets: browserslistToTargets(browsers) } },
  build: {
    target: isSsrBuild ? "es2022" : target,
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // terser saves 5 % over esbuild; the server's bundle stays readable in stack traces.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
  server: { hmr: { port: 24678 } },
}));
