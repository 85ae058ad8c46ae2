import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Router, type RequestHandler } from "express";
import sirv from "sirv";
import { sendPage } from "#server/page.ts";

/** A year: file names under /assets carry a hash of their content. */
const IMMUTABLE_SECONDS = 31_536_000;

/**
 * The built client (hashed, pre-compressed, immutable) and `public/`. A missing asset is a hard 404, never a
 * page: a cache must not keep HTML under a script's address.
 */
export function setUpStaticFiles(root: string): RequestHandler {
  const built = join(root, "build/client");
  const router = Router();
  if (existsSync(built)) {
    const assets = sirv(built, { brotli: true, gzip: true, etag: true, setHeaders: guard });
    router.use(assets);
  }
  router.use("/assets", (_req, res) => {
    sendPage(res, {
      status: 404,
      heading: "File not found",
      paragraphs: ["This file is not part of the portal any more. Please reload the page that asked for it."],
    });
  });
  return router;
}

function guard(res: ServerResponse, path: string): void {
  const hashed = path.startsWith("/assets/");
  res.setHeader(
    "Cache-Control",
    hashed ? `public, max-age=${IMMUTABLE_SECONDS}, immutable` : "public, max-age=3600",
  );
  res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
}
