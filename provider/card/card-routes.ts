import type { DatabaseSync } from "node:sqlite";
import express, { type Response, type Router } from "express";
import { contentSecurityPolicy } from "#provider/identity/look.ts";
import {
  cardPage,
  endPage,
  finishedPage,
  threeDSecurePage,
  twicePage,
  unreadablePage,
} from "./card-pages.ts";
import { findOutcome } from "./outcomes.ts";
import { decide, findReturnUrl, readRequest } from "./transactions.ts";

/** The path that the portal's payment form is posted to. */
export const registerPath = "/gateway/service/vspform-register.vsp";

interface CardOptions {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly vendor: string;
  readonly password: string;
  readonly portalUrl: string;
}

/**
 * The card provider, modelled on Opayo Form: a posted `Crypt` opens the card page, a button there ends the
 * transaction, and the browser is redirected to the portal with the encrypted result. The pages have no scripts.
 */
export function cardRoutes({ db, now, vendor, password, portalUrl }: CardOptions): Router {
  const router = express.Router();
  router.use(express.urlencoded({ extended: false, limit: "64kb" }), (_request, response, next) => {
    response.set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": contentSecurityPolicy(portalUrl),
      "Referrer-Policy": "no-referrer",
    });
    next();
  });
  router.post("/vspform-register.vsp", (request, response) => {
    const { Crypt, Vendor, TxType } = request.body as Record<string, unknown>;
    const asked = Vendor === vendor && TxType === "PAYMENT" ? readRequest(Crypt, password) : undefined;
    if (!asked) return send(response, unreadablePage(), 400);
    const ended = findReturnUrl(db, asked);
    send(response, ended ? finishedPage(asked, ended) : cardPage(asked, String(Crypt)));
  });
  router.post("/card-payment", (request, response) => {
    const { Crypt, outcome: name } = request.body as Record<string, unknown>;
    const asked = readRequest(Crypt, password);
    if (!asked) return send(response, unreadablePage(), 400);
    const ended = findReturnUrl(db, asked);
    if (ended) return send(response, finishedPage(asked, ended));
    if (name === "3ds") return send(response, threeDSecurePage(asked, String(Crypt)));
    const outcome = findOutcome(name);
    if (!outcome) return send(response, cardPage(asked, String(Crypt)), 400);
    const returnUrl = decide(db, asked, outcome, { password, now: now() });
    if (outcome.back === "never") return send(response, endPage(asked));
    if (outcome.back === "twice") return send(response, twicePage(asked, returnUrl));
    response.redirect(303, returnUrl);
  });
  return router;
}

function send(response: Response, markup: string, status = 200): void {
  response.status(status).type("html").send(markup);
}
