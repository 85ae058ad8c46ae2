import type { Response } from "express";
import { html, type Html } from "#provider/identity/html.ts";
import { brand, htmlDocument, makeContentSecurityPolicy, readStyle } from "#provider/identity/page-layout.ts";

const style = readStyle(new URL("site-page.css", import.meta.url));

/** Sends a page from the provider's own site, without scripts or anything from other origins. */
export function sendSitePage(response: Response, title: string, body: Html, status = 200): void {
  const content = html`<header>
      <strong>${brand}</strong> <a href="/blog">Blog</a> <a href="/terms">Terms &amp; Conditions</a>
      <a href="/privacy">Privacy Policy</a> <a href="/complaints">Complaints Procedure</a>
      <a href="/scenarios">Scenarios</a>
    </header>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
    <footer>${brand} is fictional. This site is part of a demonstration.</footer>`;
  response
    .status(status)
    .set("Content-Security-Policy", makeContentSecurityPolicy(style, { formAction: "'self'" }))
    .type("html");
  response.send(htmlDocument(`${title} - ${brand}`, style, content));
}
