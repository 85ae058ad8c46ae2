import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

// Two to three years of browsers; older ones get the plain HTML, which is complete without styles or scripts.
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
const targets = {
  chrome: version(100),
  firefox: version(100),
  safari: version(15, 4),
  ios_saf: version(15, 4),
};

const FRAMEWORK =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|remix-utils)\//;
const FORMS = /@conform-to|\/app\/forms\//;
const SHARED =
  /\/app\/(?:ui|request|errors|document|live|areas\/shell\/(?!\w+\.route)|paths\.ts|areas\/pages\/public-frame)/;
/** Parts of forms and lists, which the dashboard has not. */
const ELSEWHERE = /\/app\/ui\/(?:table|field|text-input|select|choice|description-list|error-summary)\./;

/** Three shared files in place of dozens of small ones, which compress badly each by itself (docs/performance.md). */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  if (/\.server\.|\.css/.test(id)) return undefined;
  if (FORMS.test(id)) return "forms";
  return SHARED.test(id) && !ELSEWHERE.test(id) ? "ui" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  // From its index Node would load each of its 300 modules: 250 MB and a second of every start.
  ssr: { noExternal: ["date-fns", "@date-fns/tz"] },
  css: { transformer: "lightningcss", lightningcss: { targets } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // terser's second pass saves 3 % over esbuild's one; the server's bundle stays readable in stack traces.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
  server: { hmr: { port: 24678 } },
}));
