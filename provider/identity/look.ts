import { createHash } from "node:crypto";
import { html, trusted, type Html } from "./html.ts";

/** The provider's own brand: a visitor can see that these pages are not the portal's. */
export const brand = "Larkfield";

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #566077; --page: #f1f3f7; --card: #fff; --line: #8a94a8;
  --hair: #dde2ea; --brand: #17614b; --brand-ink: #fff; --brand-hover: #0f4a39; --bad: #a9201b; --bad-page: #fdf0ef;
  --note: #eef6f2; --link: #17614b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf4; --soft: #aab3c5; --page: #10151d; --card: #1a212c;
  --line: #77839a; --hair: #2d3645; --brand: #63d0ab; --brand-ink: #07241b; --brand-hover: #8ae3c5; --bad: #ff9d97;
  --bad-page: #361d1e; --note: #17302a; --link: #7fdcbc; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; display: flex; flex-direction: column;
  align-items: center; padding: 3rem 1rem; }
header { width: 100%; max-width: 27rem; display: flex; align-items: center; gap: .625rem; margin-bottom: 1rem;
  font-weight: 650; font-size: 1.125rem; }
header svg { width: 2rem; height: 2rem; flex: none; }
header span span { color: var(--soft); font-weight: 400; }
main { width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--hair); border-radius: .875rem;
  padding: 2rem; box-shadow: 0 1px 2px rgb(16 24 40 / .06), 0 12px 32px rgb(16 24 40 / .07); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); }
form { margin: 0; } label { display: block; font-weight: 600; margin-bottom: .25rem; }
.field { margin-bottom: 1.125rem; } .hint { display: block; color: var(--soft); font-size: .875rem; margin-bottom: .25rem; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; font: inherit;
  font-weight: 600; padding: .5rem 1.25rem; border-radius: .5rem; border: 1px solid transparent; cursor: pointer;
  background: var(--brand); color: var(--brand-ink); text-decoration: none; }
button:hover, .button:hover { background: var(--brand-hover); }
.wide { width: 100%; } .quiet { background: transparent; color: var(--link); border-color: var(--line); }
.quiet:hover { background: var(--note); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .75rem; } .actions > * { flex: 1 1 9rem; }
.fault { background: var(--bad-page); color: var(--bad); border: 1px solid currentcolor; border-radius: .5rem;
  padding: .75rem 1rem; margin-bottom: 1.25rem; font-weight: 600; }
.note { background: var(--note); border-radius: .625rem; padding: 1rem; margin-top: 1.5rem; font-size: .9375rem; }
.note ul { list-style: none; margin: .5rem 0 0; padding: 0; } .note li { padding: .375rem 0; border-top: 1px solid var(--hair); }
.note li span { display: block; color: var(--soft); font-size: .875rem; }
a { color: var(--link); overflow-wrap: anywhere; } .note a { display: inline-block; min-height: 1.5rem; }
code { font-size: .9375em; white-space: nowrap; }
footer { max-width: 27rem; width: 100%; margin-top: 1rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 30rem) { body { padding: 1.5rem .75rem; } main { padding: 1.25rem; } }
`;

// Made in one piece: the policy's hash is over every character between the tags.
const styleElement = trusted(`<style>${style}</style>`);
const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * The content security policy of every page: no script at all. Chrome applies `form-action` to the redirects
 * after a post too, so the portal's origin is in it.
 */
export function contentSecurityPolicy(portalUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src data:",
    `form-action 'self' ${new URL(portalUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="8" fill="#17614b" />
  <path
    d="M8 21c5 0 6-10 16-11-2 8-6 13-16 11Zm0 0 7-5"
    fill="none"
    stroke="#fff"
    stroke-width="2.2"
    stroke-linejoin="round"
  />
</svg>`;

export interface PageOptions {
  readonly title: string;
  readonly audience: string;
  readonly faulty?: boolean;
  readonly body: Html;
  readonly footer?: string;
}

const signInFooter =
  "This is the sign-in service of the embedded provider: made for demonstrations, no real accounts.";

/** A whole page in the provider's look. */
export function page({ title, audience, faulty = false, body, footer = signInFooter }: PageOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${faulty && "Error: "}${title} - ${brand} ${audience}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <header>
          ${mark}<span>${brand} <span>${audience}</span></span>
        </header>
        <main>${body}</main>
        <footer>${footer}</footer>
      </body>
    </html> `.markup;
}
