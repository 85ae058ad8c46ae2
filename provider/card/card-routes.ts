import type { DatabaseSync } from "node:sqlite";
import express, { type Response, type Router } from "express";
import { contentSecurityPolicy } from "#provider/identity/page-layout.ts";
import {
  cardPage,
  endPage,
  finishedPage,
  threeDSecurePage,
  twicePage,
  unreadablePage,
} from "./card-pages.ts";
import { findOutcome } from "./outcomes.ts";
import { findReturnUrl, finishTransaction, readRequest } from "./transactions.ts";

/** The path that the portal's payment form is posted to. */
export const cardFormPath = "/gateway/service/vspform-register.vsp";

interface CardOptions {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly vendor: string;
  readonly password: string;
  readonly portalUrl: string;
}

/**
 * The card provider, modelled on Opayo Form: a posted `Crypt` opens the card page, a button there ends the transaction,
 * and the browser is redirected to the portal with the encrypted result. The pages have no scripts.
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
    const cardRequest = Vendor === vendor && TxType === "PAYMENT" ? readRequest(Crypt, password) : undefined;
    if (!cardRequest) return sendHtml(response, unreadablePage(), 400);
    const finishedReturnUrl = findReturnUrl(db, cardRequest);
    sendHtml(
      response,
      finishedReturnUrl ? finishedPage(cardRequest, finishedReturnUrl) : cardPage(cardRequest, String(Crypt)),
    );
  });
  router.post("/card-payment", (request, response) => {
    const { Crypt, outcome: name } = request.body as Record<string, unknown>;
    const cardRequest = readRequest(Crypt, password);
    if (!cardRequest) return sendHtml(response, unreadablePage(), 400);
    const finishedReturnUrl = findReturnUrl(db, cardRequest);
    if (finishedReturnUrl) return sendHtml(response, finishedPage(cardRequest, finishedReturnUrl));
    if (name === "3ds") return sendHtml(response, threeDSecurePage(cardRequest, String(Crypt)));
    const outcome = findOutcome(name);
    if (!outcome) return sendHtml(response, cardPage(cardRequest, String(Crypt)), 400);
    const returnUrl = finishTransaction(db, cardRequest, outcome, { password, now: now() });
    if (outcome.returnFault === "never") return sendHtml(response, endPage(cardRequest));
    if (outcome.returnFault === "twice") return sendHtml(response, twicePage(cardRequest, returnUrl));
    response.redirect(303, returnUrl);
  });
  return router;
}

function sendHtml(response: Response, markup: string, status = 200): void {
  response.status(status).type("html").send(markup);
}
