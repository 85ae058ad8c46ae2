import type { Response } from "express";

/** A page that the server sends without Remix. */
export interface PlainPage {
  readonly status: number;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The request id, which is in the log too. */
  readonly reference?: string;
  readonly link?: { readonly href: string; readonly text: string };
  /** Instead of the link: the posted form, to be sent again. */
  readonly form?: {
    readonly action: string;
    readonly fields: readonly (readonly [name: string, value: string])[];
    readonly button: string;
  };
  readonly retryAfterSeconds?: number;
}

export function sendPage(res: Response, page: PlainPage): void {
  if (page.retryAfterSeconds !== undefined) res.setHeader("Retry-After", String(page.retryAfterSeconds));
  res.status(page.status);
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.end(plainPage(page));
}

/** The HTML of a page without scripts. Its only style sheet is /plain-page.css. */
export function plainPage(page: Omit<PlainPage, "status">): string {
  const reference = page.reference
    ? `<p class="reference">Reference <strong>${escapeHtml(page.reference)}</strong></p>`
    : "";
  const { href, text } = page.link ?? { href: "/", text: "Go to the home page" };
  const link = `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`;
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
${page.form ? resendForm(page.form) : link}
${reference}
</main>
</body>
</html>
`;
}

function resendForm({ action, fields, button }: NonNullable<PlainPage["form"]>): string {
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">
${inputs.join("\n")}
<p><button class="button">${escapeHtml(button)}</button></p>
</form>`;
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
