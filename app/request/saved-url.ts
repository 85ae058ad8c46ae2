import { paths } from "#app/paths.ts";

const LONGEST = 2_000;
/** Stands in for our own origin: what leaves it is foreign. */
const HERE = "http://portal.invalid";

/** First segments of the portal's pages; the live stream is no page. */
const areas = new Set(
  Object.values(paths)
    .map((path) => (path as (id: string) => string)("x"))
    .filter((path) => path !== paths.live())
    .map(firstSegment),
);

/**
 * The path and query of a page of this site, for going back to it after a sign-in or a choice. Undefined for
 * anything else: other sites, spellings that a browser or proxy might read as one, data requests, unknown
 * areas. Takes whatever a query or a form field may hold.
 */
export function safePath(input: unknown): string | undefined {
  if (typeof input !== "string" || input.length > LONGEST) return undefined;
  if (!/^\/(?![/\\])/.test(input) || hasOddCharacters(input)) return undefined;
  const url = URL.canParse(input, HERE) ? new URL(input, HERE) : undefined;
  if (url?.origin !== HERE || url.pathname.startsWith("//")) return undefined;
  const decoded = decode(url.pathname);
  if (decoded === undefined || hasOddCharacters(decoded) || decoded.includes("//")) return undefined;
  if (url.pathname.endsWith(".data") || !areas.has(firstSegment(url.pathname))) return undefined;
  return url.pathname + url.search;
}

/** Backslashes, control characters (line breaks, too), spaces and direction marks have no place in our paths. */
function hasOddCharacters(text: string): boolean {
  return /[\\\s\p{Cc}\p{Cf}]/u.test(text);
}

/** Decoded until nothing changes, so that double encoding hides nothing. */
function decode(path: string): string | undefined {
  let text = path;
  for (let round = 0; round < 5; round += 1) {
    try {
      const next = decodeURIComponent(text);
      if (next === text) return text;
      text = next;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function firstSegment(path: string): string {
  return path.split(/[/?]/)[1] ?? "";
}
