import { paths } from "#shared/paths.ts";

const MAX_LENGTH = 2_000;
/** Stands for our own origin: an address that resolves to a different one isn't ours. */
const OWN_ORIGIN = "http://portal.invalid";

/** The first segments of all pages' addresses. */
const firstSegments = new Set(
  Object.values(paths).map((path) => firstSegmentOf((path as (...ids: string[]) => string)("1", "1"))),
);
// A stream of events isn't a page.
firstSegments.delete(firstSegmentOf(paths.live()));

function firstSegmentOf(address: string): string {
  return /^\/([^/?]*)/.exec(address)?.[1] ?? "";
}

/** The path and query of a page on this site; undefined for anything that a browser could take for another site. */
export function safePath(input: unknown): string | undefined {
  if (typeof input !== "string" || input.length > MAX_LENGTH) return undefined;
  if (!/^\/(?![/\\])/.test(input) || hasUnsafeCharacters(input)) return undefined;
  const url = URL.canParse(input, OWN_ORIGIN) ? new URL(input, OWN_ORIGIN) : undefined;
  if (url?.origin !== OWN_ORIGIN || url.pathname.startsWith("//")) return undefined;
  const decoded = decode(url.pathname);
  if (decoded === undefined || hasUnsafeCharacters(decoded) || decoded.includes("//")) return undefined;
  if (url.pathname.endsWith(".data") || !firstSegments.has(firstSegmentOf(url.pathname))) return undefined;
  return url.pathname + url.search;
}

function hasUnsafeCharacters(text: string): boolean {
  return /[\\\s\p{Cc}\p{Cf}]/u.test(text);
}

/** Decodes until nothing changes, so that double encoding can't hide anything; undefined after too many rounds. */
function decode(path: string, rounds = 5): string | undefined {
  try {
    const next = decodeURIComponent(path);
    if (next === path) return path;
    return rounds > 1 ? decode(next, rounds - 1) : undefined;
  } catch {
    return undefined;
  }
}
