import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Config } from "./config.ts";

export interface LoadedBuild {
  readonly build: () => Promise<ServerBuild>;
  /** Vite's middleware with hot reload; undefined in production. */
  readonly development?: RequestHandler;
}

/** The application: what `npm run build` made, or in development what Vite makes of the source at each change. */
export async function loadBuild(config: Config, root: string): Promise<LoadedBuild> {
  if (config.production) {
    const build = (await import(pathToFileURL(join(root, "build/server/index.js")).href)) as ServerBuild;
    return { build: async () => build };
  }
  const { createServer } = await import("vite");
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: "custom" });
  return {
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild,
    development: vite.middlewares,
  };
}
