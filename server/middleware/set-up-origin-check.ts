import type { Request, RequestHandler } from "express";
import { sendPage } from "#server/page.ts";

/** Refuses posts from other sites, by headers that scripts can't set. A client that sends neither is hardly a browser. */
export function setUpOriginCheck(publicUrl: string): RequestHandler {
  const { origin } = new URL(publicUrl);
  return (req, res, next) => {
    if (req.method !== "POST" || isSameOrigin(req, origin)) return next();
    res.locals.log.warn({ origin: req.get("origin")?.slice(0, 100) }, "cross-site post refused");
    sendPage(res, {
      status: 403,
      heading: "This form came from somewhere else",
      paragraphs: [
        "For security, the portal only accepts forms from its own pages, so nothing was changed.",
        "Please open the page in the portal and send it again.",
      ],
      reference: res.locals.requestId,
    });
  };
}

function isSameOrigin(req: Request, portalOrigin: string): boolean {
  const site = req.get("sec-fetch-site");
  const origin = req.get("origin");
  return (
    (site === undefined || site === "same-origin" || site === "none") &&
    (origin === undefined || origin === portalOrigin)
  );
}
