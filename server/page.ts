import type { Response } from "express";

/** A page that the server answers by itself, because the request never reaches Remix. */
export interface PlainPage {
  readonly status: number;
  readonly heading: string;
  /** What happened and what to do next; one paragraph each. */
  readonly paragraphs: readonly string[];
  /** Reference that the log can find. */
  readonly reference?: string;
  readonly link?: { readonly href: string; readonly text: string };
  readonly retryAfterSeconds?: number;
}

/** Sends {@link plainPage}. */
export function sendPage(res: Response, page: PlainPage): void {
  if (page.retryAfterSeconds !== undefined) res.setHeader("Retry-After", String(page.retryAfterSeconds));
  res.status(page.status);
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.end(plainPage(page));
}

/** A designed page without scripts; it looks right by /plain-page.css alone. */
export function plainPage(page: Omit<PlainPage, "status">): string {
  const link = page.link ?? { href: "/", text: "Go to the start page" };
  const reference = page.reference
    ? `<p class="reference">Reference <strong>${escapeHtml(page.reference)}</strong></p>`
    : "";
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.heading)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain-page.css">
</head>
<body>
<main>
<h1>${escapeHtml(page.heading)}</h1>
${page.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
<p><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>
${reference}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
