import type { Page } from "./visitor.ts";

/**
 * The score that MDN's HTTP Observatory would give to a page of an https site, by its published chart
 * (github.com/mdn/mdn-http-observatory, src/grader/charts.js). Without the 5 points for a host in the browsers' preload
 * list. Plain-http origins of the test's provider count as https.
 */
export function observatoryScore({ headers, $ }: Page, cookies: readonly string[]): number {
  const directives = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources] as const;
    }),
  );
  const scripts = $("script[src]").toArray();
  const foreignScripts = scripts.filter((script) => /^(https?:)?\/\//.test($(script).attr("src") ?? ""));
  const modifiers = [
    policyModifier(directives),
    headers.get("referrer-policy") === "same-origin" ? 5 : 0,
    directives.has("frame-ancestors") ? 5 : -20,
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    headers.get("cross-origin-resource-policy") === "same-origin" ? 10 : 0,
    headers.get("cross-origin-opener-policy") === "same-origin" ? 10 : 0,
    /^(require-corp|credentialless)$/.test(headers.get("cross-origin-embedder-policy") ?? "") ? 10 : 0,
    /^max-age=(\d{8,});/.test(headers.get("strict-transport-security") ?? "") ? 0 : -20,
    headers.get("access-control-allow-origin") === null ? 0 : -50,
    foreignScripts.length > 0 ? -5 : 0,
    cookieModifier(cookies),
  ];
  return modifiers.reduce((sum, modifier) => sum + modifier, 100);
}

function policyModifier(directives: ReadonlyMap<string, readonly string[]>): number {
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get("default-src") ?? ["*"];
  const broad = /^(\*|https?:(\/\/\*.*)?|data:|'unsafe-inline'|'unsafe-eval')$/;
  if (directives.get("default-src") === undefined) return -25;
  if (
    ["script-src", "object-src", "style-src"].some((name) =>
      sourcesOf(name).some((source) => broad.test(source)),
    )
  )
    return -20;
  return directives.get("default-src")?.join() === "'none'" ? 10 : 5;
}

function cookieModifier(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((line) => !/; Secure/i.test(line))) return -40;
  if (cookies.some((line) => /sess/i.test(line) && !/; HttpOnly/i.test(line))) return -30;
  return cookies.every((line) => /; SameSite=(Lax|Strict)/i.test(line)) ? 5 : 0;
}
