import type { CookieChoice } from "#app/document/preferences.ts";
import type { LoadContext } from "#server/load-context.ts";

/** Cookies that analytics leaves in a browser: Google Analytics, Application Insights. */
const ANALYTICS_COOKIE = /^(_ga|_gid|_gat|_gcl|__utm|ai_)/;

/** The answer as the form sends it; undefined for anything else. */
export function parseCookieChoice(value: unknown): CookieChoice | undefined {
  if (value === "accept") return "accepted";
  return value === "opt-out" ? "opted-out" : undefined;
}

/** Set-Cookie lines that remove the analytics cookies of this browser, with and without the site's domain. */
export function staleAnalyticsCookies({
  cookies,
  config,
}: Pick<LoadContext, "cookies" | "config">): string[] {
  const labels = new URL(config.publicUrl).hostname.split(".");
  // Analytics puts them on the widest domain that the browser allows; which one that is, only the browser knows.
  const domains = labels.map((_, index) => labels.slice(index).join("."));
  const scopes = ["", ...domains.map((domain) => `; Domain=${domain}`)];
  return Object.keys(cookies)
    .filter((name) => ANALYTICS_COOKIE.test(name) && /^[\w.-]+$/.test(name))
    .flatMap((name) => scopes.map((scope) => `${name}=; Path=/; Max-Age=0${scope}`));
}
