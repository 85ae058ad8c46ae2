import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

// Two to three years of browsers; older ones get the plain HTML, which is complete without styles or scripts.
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
const targets = { chrome: version(100), firefox: version(100), safari: version(15, 4), ios_saf: version(15, 4) };

export default defineConfig({
  plugins: [remix(remixConfig)],
  css: { transformer: "lightningcss", lightningcss: { targets } },
  build: { cssMinify: "lightningcss", target: "es2022", assetsInlineLimit: 0 },
  server: { hmr: { port: 24678 } },
});
