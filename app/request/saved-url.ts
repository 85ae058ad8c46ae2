import type { ReachablePattern } from "#shared/paths.ts";

const MAX_LENGTH = 2_000;
/** Stands for our own origin: an address that resolves to a different one isn't ours. */
const OWN_ORIGIN = "http://portal.invalid";

type FirstSegment<At> = At extends `/${infer First}/${string}`
  ? First
  : At extends `/${infer Only}`
    ? Only
    : never;

/** The first segments of all pages' addresses. The type makes sure that none is missing. */
const FIRST_SEGMENTS: Readonly<Record<FirstSegment<Exclude<ReachablePattern, "/live">>, true>> = {
  "": true,
  account: true,
  appearance: true,
  "coming-up": true,
  cookies: true,
  dashboard: true,
  error: true,
  invoices: true,
  login: true,
  logout: true,
  "no-access": true,
  "not-found": true,
  notifications: true,
  products: true,
  renew: true,
  sandbox: true,
  search: true,
  services: true,
  shop: true,
  status: true,
  "switch-account": true,
  tickets: true,
};

/** The path and query of a page on this site; undefined for anything that a browser could take for another site. */
export function safePath(input: unknown): string | undefined {
  if (typeof input !== "string" || input.length > MAX_LENGTH) return undefined;
  if (!/^\/(?![/\\])/.test(input) || hasUnsafeCharacters(input)) return undefined;
  const url = URL.canParse(input, OWN_ORIGIN) ? new URL(input, OWN_ORIGIN) : undefined;
  if (url?.origin !== OWN_ORIGIN || url.pathname.startsWith("//")) return undefined;
  const decoded = decode(url.pathname);
  if (decoded === undefined || hasUnsafeCharacters(decoded) || decoded.includes("//")) return undefined;
  const [, firstSegment = ""] = url.pathname.split("/");
  if (url.pathname.endsWith(".data") || !Object.hasOwn(FIRST_SEGMENTS, firstSegment)) return undefined;
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
