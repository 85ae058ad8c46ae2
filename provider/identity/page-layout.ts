import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, trusted, type Html } from "./html.ts";

/** The provider's brand, which differs from the portal's so that people can tell them apart. */
export const brand = "Larkfield";

interface Style {
  readonly element: Html;
  /** The `style-src` source that allows it. */
  readonly source: string;
}

/** A style element with a file's content, and the hash with which a content security policy allows it. */
export function readStyle(file: URL): Style {
  const css = readFileSync(file, "utf8");
  const hash = createHash("sha256").update(css).digest("base64");
  return { element: trusted(`<style>${css}</style>`), source: `'sha256-${hash}'` };
}

/** A content security policy that doesn't allow scripts. */
export function makeContentSecurityPolicy({ source }: Style, { formAction }: { formAction: string }): string {
  return [
    "default-src 'none'",
    `style-src ${source}`,
    "img-src data:",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A whole document from the provider. */
export function htmlDocument(title: string, style: Style, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${style.element}
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

const style = readStyle(new URL("page-layout.css", import.meta.url));

/** The policy for sign-in and card pages. `form-action` includes the portal because Chrome also checks redirects after a post. */
export const contentSecurityPolicy = (portalUrl: string) =>
  makeContentSecurityPolicy(style, { formAction: `'self' ${new URL(portalUrl).origin}` });

const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
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
  /** After the brand in the header, e.g. 'card payments'. */
  readonly service: string;
  readonly hasError?: boolean;
  readonly body: Html;
  readonly footer?: string;
}

const signInFooter =
  "This is the embedded provider's sign-in service. It's for demonstrations and has no real accounts.";

/** A whole page in the provider's design. */
export function page({ title, service, hasError = false, body, footer = signInFooter }: PageOptions): string {
  const content = html`<header>
      ${logo}<span>${brand} <span>${service}</span></span>
    </header>
    <main>${body}</main>
    <footer>${footer}</footer>`;
  return htmlDocument(`${hasError ? "Error: " : ""}${title} - ${brand} ${service}`, style, content);
}
