import { createHash } from "node:crypto";
import type { Response } from "express";
import { html, trusted, type Html } from "#provider/identity/html.ts";
import { brand } from "#provider/identity/look.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #566077; --page: #fff; --hair: #dde2ea; --brand: #17614b; --on-brand: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf4; --soft: #aab3c5; --page: #10151d; --hair: #2d3645; --brand: #63d0ab; --on-brand: #07241b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: baseline; border-bottom: 1px solid var(--hair); }
header strong { font-size: 1.125rem; } footer, .soft { color: var(--soft); }
h1 { font-size: 1.75rem; line-height: 1.25; } h2 { margin-top: 2.5rem; font-size: 1.25rem; }
p, li { max-width: 42rem; } a { color: var(--brand); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--hair); }
form { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin: 1rem 0; }
label { display: block; font-weight: 600; } input, select { display: block; }
input, select, button { font: inherit; min-height: 2.75rem; padding: .375rem .75rem; border-radius: .5rem; border: 1px solid var(--soft);
  max-width: 100%; color: inherit; background: var(--page); }
button { background: var(--brand); color: var(--on-brand); border-color: transparent; font-weight: 600; cursor: pointer; }
.done { border: 1px solid var(--brand); border-radius: .5rem; padding: .75rem 1rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`;
// Made in one piece: a formatter that breaks the line would change what the hash below stands for.
const styleElement = trusted(`<style>${style}</style>`);
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page of the provider's own site: no script, nothing from elsewhere. */
export function sendSitePage(response: Response, title: string, body: Html, status = 200): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} - ${brand}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <header>
          <strong>${brand}</strong> <a href="/blog">Blog</a> <a href="/terms">Terms &amp; Conditions</a>
          <a href="/privacy">Privacy Policy</a> <a href="/complaints">Complaints Procedure</a>
          <a href="/scenarios">Scenarios</a>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>${brand} is invented. This site is part of the embedded provider of a demonstration.</footer>
      </body>
    </html>`;
  response.status(status).set("Content-Security-Policy", policy).type("html").send(page.markup);
}
