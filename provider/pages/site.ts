import express, { type Router } from "express";
import { mandatePdf } from "#provider/direct-debits/letters.ts";
import { posts } from "#provider/feeds/blog.ts";
import { html, trusted } from "#provider/identity/html.ts";
import documents from "./documents.json" with { type: "json" };
import { sendSitePage } from "./site-page.ts";
import { userGuide } from "./user-guide.ts";

/** The provider's public pages, which the portal's footer, blog panel and user-guide panel link to. */
export function siteRoutes(): Router {
  const router = express.Router();
  router.get("/", (_request, response) => response.redirect(302, "/scenarios"));
  for (const { path, title, paragraphs } of documents.site) {
    router.get(path, (_request, response) => {
      sendSitePage(response, title, html`${paragraphs.map((text) => html`<p>${text}</p>`)}`);
    });
  }
  router.get("/blog", (_request, response) => {
    const items = posts.map(
      ({ slug, title, summary }) =>
        html`<li><a href="/blog/${slug}">${trusted(plainTitle(title))}</a><br />${summary}</li>`,
    );
    sendSitePage(
      response,
      "Blog",
      html`<ul>
        ${items}
      </ul>`,
    );
  });
  router.get("/blog/:slug", (request, response, next) => {
    const post = posts.find(({ slug }) => slug === request.params.slug);
    if (!post) return next();
    const body = html`<h2>${trusted(plainTitle(post.title))}</h2>
      <p>${post.summary}</p>
      <p class="soft">${post.readMinutes} min read</p>`;
    sendSitePage(response, "Blog", body);
  });
  router.get("/device-solutions", (_request, response) => {
    sendSitePage(response, "Device Solutions", html`<p>This is where the devices shop would open.</p>`);
  });
  router.get("/user-guide.pdf", (_request, response, next) => {
    response.set("Content-Disposition", 'inline; filename="customer-portal-user-guide.pdf"');
    userGuide().then((bytes) => response.type("application/pdf").send(bytes), next);
  });
  for (const kind of ["default", "wholesale"] as const) {
    router.get(`/direct-debit-mandate-${kind}.pdf`, (_request, response, next) => {
      mandatePdf(kind).then((bytes) => response.type("application/pdf").send(bytes), next);
    });
  }
  router.get("/ip", (request, response) => {
    response.set("Cache-Control", "no-store").json({ ip: request.socket.remoteAddress ?? "" });
  });
  router.use((_request, response) => {
    sendSitePage(response, "Page not found", html`<p>There's no page at this address.</p>`, 404);
  });
  return router;
}

/** A feed's title without CDATA; its entities are valid in HTML too. */
function plainTitle(title: string): string {
  return title.replace(/^<!\[CDATA\[|\]\]>$/g, "");
}
