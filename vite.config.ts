import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";

// Two to three years of browsers; older ones get the plain HTML, which is complete without styles or scripts.
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
const targets = {
  chrome: version(100),
  firefox: version(100),
  safari: version(15, 4),
  ios_saf: version(15, 4),
};

const FORMS = /@conform-to|\/app\/forms\//;
/** What somebody who has signed in loads first: the dashboard in its shell. */
const FIRST = /\/app\/(?:root|areas\/shell\/(?:shell|page)\.route|areas\/dashboard\/dashboard\.route)\.tsx/;

/** Three shared files in place of dozens of small ones, which compress badly each by itself (docs/performance.md). */
const chunkOf: Rollup.GetManualChunk = (id, { getModuleIds, getModuleInfo }) => {
  if (FORMS.test(id)) return "forms";
  if (id.includes("/node_modules/")) return "framework";
  if (!id.includes("/app/") || FIRST.test(id) || id.includes("/areas/dashboard/")) return undefined;
  shared ??= importsOf(
    [...getModuleIds()].filter((one) => FIRST.test(one)),
    getModuleInfo,
  );
  return shared.has(id) ? "ui" : undefined;
};

let shared: ReadonlySet<string> | undefined;

/** These modules with all that they import, and so on. */
function importsOf(ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Lets the bundler leave out what the portal has no use for. Remix asks for its flags when it runs, and names that it
 * gives for React's developer tools keep components that nobody uses. Vite loads a later module's styles and imports
 * ahead: the only one, live events, has none of its own.
 */
const leanFramework: Plugin = {
  name: "lean-framework",
  apply: "build",
  transform(code, id) {
    if (!id.includes("/@remix-run/react/")) return undefined;
    const flags: Readonly<Record<string, boolean>> = { ...remixConfig.future };
    return code
      .replace(/^\w+\.displayName = .*;$/gm, "")
      .replace(/\b[\w.]*future\.(v3_\w+)/g, (_, flag: string) => String(flags[flag] ?? false));
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), leanFramework],
  // From its index Node would load each of its 300 modules: 250 MB and a second of every start.
  ssr: { noExternal: ["date-fns", "@date-fns/tz"] },
  css: { transformer: "lightningcss", lightningcss: { targets } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // terser's second pass saves 3 % over esbuild's one; the server's bundle stays readable in stack traces.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
  server: { hmr: { port: 24678 } },
}));
