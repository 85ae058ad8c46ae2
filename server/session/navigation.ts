import type { Request } from "express";

/** True for someone's own action, which extends the session; false for a prefetch, or a page that reloads its own data. */
export function isNavigation(request: Pick<Request, "method" | "originalUrl" | "get">): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return true;
  if (request.get("sec-purpose") ?? request.get("purpose")) return false;
  if (pageOfData(request.originalUrl) !== undefined) return !isReload(request);
  const mode = request.get("sec-fetch-mode");
  return mode === undefined ? acceptsHtml(request) : mode === "navigate";
}

/** The page, with its query, whose data a `.data` address loads; undefined for other addresses. */
function pageOfData(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, "http://site");
  if (!pathname.endsWith(".data")) return undefined;
  searchParams.delete("_routes");
  const page = pathname.slice(0, -".data".length).replace(/^\/_root$/, "/");
  return `${page}?${searchParams.toString()}`;
}

function isReload(request: Pick<Request, "originalUrl" | "get">): boolean {
  const referrer = request.get("referer");
  if (referrer === undefined || !URL.canParse(referrer)) return false;
  const { pathname, searchParams } = new URL(referrer);
  return `${pathname}?${searchParams.toString()}` === pageOfData(request.originalUrl);
}

/** Whether the request is for a page, in browsers without Sec-Fetch headers. */
function acceptsHtml(request: Pick<Request, "get">): boolean {
  return request.get("accept")?.includes("text/html") ?? false;
}
