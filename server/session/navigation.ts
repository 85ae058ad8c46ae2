import type { Request } from "express";

/**
 * True for what a person did, which keeps the session from idling out: opening a page, following a link, posting
 * a form. False for what a page does by itself: prefetching, or loading its data again on a live event (a
 * `.data` request whose referrer is that very page).
 */
export function isNavigation(request: Pick<Request, "method" | "originalUrl" | "get">): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return true;
  if (request.get("sec-purpose") ?? request.get("purpose")) return false;
  if (dataPage(request.originalUrl) !== undefined) return !isReload(request);
  const mode = request.get("sec-fetch-mode");
  return mode === undefined ? acceptsHtml(request) : mode === "navigate";
}

/** The page that a single-fetch `.data` address holds the data of, with its query. */
function dataPage(url: string): string | undefined {
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
  return `${pathname}?${searchParams.toString()}` === dataPage(request.originalUrl);
}

/** Browsers without fetch metadata. */
function acceptsHtml(request: Pick<Request, "get">): boolean {
  return request.get("accept")?.includes("text/html") ?? false;
}
