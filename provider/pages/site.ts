import express, { type Router } from "express";
import { mandatePdf } from "#provider/direct-debits/letters.ts";
import { posts } from "#provider/feeds/blog.ts";
import { html, trusted } from "#provider/identity/html.ts";
import { brand } from "#provider/identity/look.ts";
import { sendSitePage } from "./site-page.ts";
import { userGuide } from "./user-guide.ts";

interface Document {
  readonly path: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const documents: readonly Document[] = [
  {
    path: "/terms",
    title: "Terms & Conditions",
    paragraphs: [
      `These terms apply to the Customer Portal of ${brand}. By signing in you accept them for the account that you act for.`,
      "Keep your sign-in to yourself. What is done under it counts as done by the account that granted it.",
      "Orders, direct debits and appointments made in the portal bind the account once they are confirmed on screen or by e-mail.",
      "Figures in the portal are kept current with care; the invoice is what counts.",
    ],
  },
  {
    path: "/privacy",
    title: "Privacy Policy",
    paragraphs: [
      `${brand} keeps the contact details that you and your colleagues enter, and uses them to run your services and to bill them.`,
      "Marketing goes only to those who chose to receive it, and stops within 72 hours of being told to.",
      "You may ask for a copy of what is kept about you, have it corrected, or have it removed where the law lets us.",
    ],
  },
  {
    path: "/complaints",
    title: "Complaints Procedure",
    paragraphs: [
      "Tell us first: by phone, by e-mail to the help desk, or with a support ticket. You will have an answer within two working days.",
      "If that does not settle it, ask for the complaints manager, who will write to you within ten working days.",
      "After eight weeks, or sooner with our letter of deadlock, you may take the matter to the dispute resolution service free of charge.",
    ],
  },
];

/** The provider's public pages: what the portal's footer, blog panel and user-guide panel lead to. */
export function siteRoutes(): Router {
  const router = express.Router();
  router.get("/", (_request, response) => response.redirect(302, "/scenarios"));
  for (const { path, title, paragraphs } of documents) {
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
    sendSitePage(response, "Page not found", html`<p>There is no page at this address.</p>`, 404);
  });
  return router;
}

/** A title's markup without the feed's CDATA; its entities mean the same in HTML. */
function plainTitle(title: string): string {
  return title.replace(/^<!\[CDATA\[|\]\]>$/g, "");
}
