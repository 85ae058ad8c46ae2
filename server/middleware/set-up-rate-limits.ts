import type { Request, RequestHandler, Response } from "express";
import { actorOf, type Actor } from "#server/audit.ts";
import { sendPage } from "#server/page.ts";
import { networkOf, type RateLimitName } from "#server/rate-limits.ts";
import type { Services } from "#server/services.ts";
import type { SessionService } from "#server/session/sessions.ts";

type NeededServices = Pick<Services, "limits" | "identity">;

/** Answers 429 above a rate limit, counted by session or person, otherwise by address. Remix refuses a `.data` request later. */
export function setUpRateLimits(
  services: NeededServices,
  sessions: Pick<SessionService, "sessionOf">,
): RequestHandler {
  return async (req, res, next) => {
    try {
      const session = sessions.sessionOf(req);
      const limit = limitOf(req, res.locals, session.user !== undefined);
      if (!limit) return next();
      const actor = actorOf(session);
      const address = `address ${networkOf(req.ip ?? "")}`;
      // Requests embedded in another site's page are counted separately, so that they can't use up the address's limit.
      const visitor = isEmbedded(req) ? `embedded ${address}` : address;
      const key = actor ? keyOf(actor, limit) : visitor;
      const seconds = await services.limits.countRequest(limit, key);
      if (seconds === undefined) return next();
      res.locals.log.warn({ limit }, "too many requests");
      res.setHeader("Retry-After", String(seconds));
      res.locals.tooMany = true;
      if (req.path.endsWith(".data")) return next();
      // The form on /login, sent again from this page, redirects to the identity provider.
      for (const origin of services.identity.origins) res.locals.policy.allow("form-action", origin);
      res.setHeader("Content-Security-Policy", res.locals.policy.toString());
      refuse(req, res, seconds);
    } catch (error) {
      next(error);
    }
  };
}

/** 'requests' and line tests reach other people or cost money, so we count them by person: signing in again doesn't reset them. */
function keyOf({ user, session }: Actor, limit: RateLimitName): string {
  return limit === "requests" || limit === "line-tests" ? `person ${user}` : `session ${session}`;
}

function isEmbedded(req: Request): boolean {
  return req.get("sec-fetch-site") === "cross-site" && req.get("sec-fetch-dest") !== "document";
}

function limitOf(
  { method, originalUrl }: Request,
  { facts: { rateLimit, postRateLimit }, body }: Response["locals"],
  isSignedIn: boolean,
): RateLimitName | undefined {
  const isPost = method === "POST";
  const query = new URL(originalUrl, "http://site").searchParams;
  const pageLimit = typeof rateLimit === "function" ? rateLimit({ isPost, query }) : rateLimit;
  if (pageLimit !== undefined && pageLimit !== "nothing") return pageLimit;
  if (isPost && !isSignedIn) return "posts";
  if (isPost) return postRateLimit ?? (looksUp(body) ? "lookups" : undefined);
  return query.get("search") ? "searches" : undefined;
}

/** Whether a look-up button sent the form. They work without scripts. */
function looksUp(body: Buffer | undefined): boolean {
  return body !== undefined && Boolean(new URLSearchParams(body.toString()).get("lookup"));
}

function refuse(req: Request, res: Response, seconds: number): void {
  const isForm = req.method === "POST" && req.is("application/x-www-form-urlencoded");
  const fields = isForm ? [...new URLSearchParams(res.locals.body?.toString())] : undefined;
  const wait = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  const again = fields ? " What you typed is still on this page, so you can send it again from here." : "";
  sendPage(res, {
    status: 429,
    heading: "Please wait a moment",
    paragraphs: [
      "You've tried this too many times, so nothing was changed.",
      `You can try again in ${wait}.${again}`,
    ],
    reference: res.locals.requestId,
    ...(fields
      ? { form: { action: req.originalUrl, fields, button: "Send it again" } }
      : { link: { href: req.method === "POST" ? "/" : req.originalUrl, text: "Try again" } }),
  });
}
