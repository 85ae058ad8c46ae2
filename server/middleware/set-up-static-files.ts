import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Router, type RequestHandler } from "express";
import sirv from "sirv";
import { sendPage } from "#server/page.ts";

/** A year; file names under /assets contain a hash of the content. */
const IMMUTABLE_SECONDS = 31_536_000;

/**
 * Serves the built client and `public/`. A missing asset gets a 404, never a page with status 200: a cache must not
 * keep HTML under a script's address.
 */
export function setUpStaticFiles(root: string): RequestHandler {
  const built = join(root, "build/client");
  const router = Router();
  if (existsSync(built)) {
    const assets = sirv(built, { brotli: true, gzip: true, etag: true, setHeaders: setHeaders });
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

function setHeaders(res: ServerResponse, path: string): void {
  const isHashed = path.startsWith("/assets/");
  res.setHeader(
    "Cache-Control",
    isHashed ? `public, max-age=${IMMUTABLE_SECONDS}, immutable` : "public, max-age=3600",
  );
  res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
}
