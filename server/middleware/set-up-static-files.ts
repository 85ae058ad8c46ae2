import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { Router, type RequestHandler, type Response } from "express";
import { sendPage } from "#server/page.ts";
import { timeouts } from "#shared/limits.ts";

/** A year; file names under /assets contain a hash of the content. */
const IMMUTABLE_SECONDS = 31_536_000;
/** The versions of a file that `npm run build` writes, by how their names end, smallest first. */
const VERSIONS = { br: ".br", gzip: ".gz", identity: "" };

interface StaticFile {
  /** By content encoding. */
  readonly versions: ReadonlyMap<string, Buffer>;
  readonly etag: string;
}

/** Serves the client from memory (3 MB), because a new build may delete files. A missing asset gets a 404, so that no cache keeps HTML as a script. */
export function setUpStaticFiles(root: string): RequestHandler {
  const files = readFiles(join(root, "build/client"));
  const router = Router();
  router.use((req, res, next) => {
    const file = req.method === "GET" || req.method === "HEAD" ? files.get(req.path) : undefined;
    if (!file) return next();
    // One by one, because browsers list gzip first.
    const encoding = [...file.versions.keys()].find((version) => req.acceptsEncodings(version)) ?? "identity";
    setHeaders(res, req.path, file);
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.send(file.versions.get(encoding));
  });
  // For browsers and tools that don't read the page.
  router.get("/favicon.ico", (_req, res) => res.redirect(301, "/favicon.svg"));
  router.use("/assets", (_req, res) => {
    sendPage(res, {
      status: 404,
      heading: "File not found",
      paragraphs: ["This file is no longer part of the portal. Please reload the page you were on."],
    });
  });
  return router;
}

function setHeaders(res: Response, path: string, { etag }: StaticFile): void {
  const isHashed = path.startsWith("/assets/");
  res.type(extname(path));
  res.setHeader("ETag", etag);
  res.setHeader(
    "Cache-Control",
    isHashed ? `public, max-age=${IMMUTABLE_SECONDS}, immutable` : "public, max-age=3600",
  );
  res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  res.vary("Accept-Encoding");
  // A browser that stops reading mustn't keep the connection open.
  res.setTimeout(timeouts.stalledMs, () => res.destroy());
}

/** A folder's files by their path in addresses; none if there's no such folder. */
function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const contents = new Map(
    names.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [`/${relative(folder, file).replaceAll(sep, "/")}`, readFileSync(file)];
    }),
  );
  return new Map(
    [...contents].map(([path, plain]) => {
      const versions = Object.entries(VERSIONS).flatMap(([encoding, end]) => {
        const bytes = contents.get(path + end);
        return bytes ? [[encoding, bytes] as const] : [];
      });
      const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
      return [path, { versions: new Map(versions), etag: `W/"${hash}"` }];
    }),
  );
}
