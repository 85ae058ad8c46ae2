import type { Request, RequestHandler, Response } from "express";
import { actorOf, type Actor } from "#server/audit.ts";
import { networkOf, type LimitName } from "#server/limits.ts";
import type { Services } from "#server/load-context.ts";
import { sendPage } from "#server/page.ts";
import type { SessionService } from "#server/session/sessions.ts";

type Needed = Pick<Services, "limits" | "identity">;

/**
 * Refuses with 429 what is asked for too often: by session or person for who is signed in, else by address. A document gets a
 * page, which sends a form again as it was typed; a data request is refused by the application in the page that asked.
 */
export function setUpLimits(services: Needed, sessions: Pick<SessionService, "sessionOf">): RequestHandler {
  return async (req, res, next) => {
    try {
      const session = sessions.sessionOf(req);
      const limit = limitOf(req, res.locals, session.user !== undefined);
      if (!limit) return next();
      const actor = actorOf(session);
      const address = `address ${networkOf(req.ip ?? "")}`;
      // What another site's page embeds must not use up the share of everybody behind the visitor's address.
      const visitor = isEmbedded(req) ? `embedded ${address}` : address;
      const key = actor ? keyOf(actor, limit) : visitor;
      const seconds = await services.limits.secondsToWait(limit, key);
      if (seconds === undefined) return next();
      res.locals.log.warn({ limit }, "too many requests");
      res.setHeader("Retry-After", String(seconds));
      res.locals.tooMany = true;
      if (req.path.endsWith(".data")) return next();
      // Sending the form of /login again goes on to the identity provider.
      for (const origin of services.identity.origins) res.locals.policy.allow("form-action", origin);
      res.setHeader("Content-Security-Policy", res.locals.policy.toString());
      refuse(req, res, seconds);
    } catch (error) {
      next(error);
    }
  };
}

/** What reaches other people, or costs money, is counted by person: who signs in again begins no new share. */
function keyOf({ user, session }: Actor, limit: LimitName): string {
  return limit === "requests" ? `person ${user}` : `session ${session}`;
}

function isEmbedded(req: Request): boolean {
  return req.get("sec-fetch-site") === "cross-site" && req.get("sec-fetch-dest") !== "document";
}

/** What the request counts as, by what its page says and what it sends. */
function limitOf(
  { method, query }: Request,
  { facts: { counts, formsCount }, body }: Response["locals"],
  isSignedIn: boolean,
): LimitName | undefined {
  const isPost = method === "POST";
  const own = typeof counts === "function" ? counts({ isPost, query }) : counts;
  if (own !== undefined && own !== "nothing") return own;
  if (isPost && !isSignedIn) return "posts";
  if (isPost) return formsCount ?? (looksUp(body) ? "lookups" : undefined);
  return query["search"] ? "searches" : undefined;
}

/** A form whose button looks something up, without scripts. */
function looksUp(body: Buffer | undefined): boolean {
  return body !== undefined && Boolean(new URLSearchParams(body.toString()).get("lookup"));
}

function refuse(req: Request, res: Response, seconds: number): void {
  const isForm = req.method === "POST" && req.is("application/x-www-form-urlencoded");
  const fields = isForm ? [...new URLSearchParams(res.locals.body?.toString())] : undefined;
  const again = fields
    ? "What you typed is kept on this page: please send it again then."
    : "Please try again then.";
  sendPage(res, {
    status: 429,
    heading: "Please wait a moment",
    paragraphs: [
      "This was asked for more often than the portal answers within a minute, so nothing was done.",
      `It will be possible again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. ${again}`,
    ],
    reference: res.locals.requestId,
    ...(fields
      ? { form: { action: req.originalUrl, fields, button: "Send it again" } }
      : { link: { href: req.method === "POST" ? "/" : req.originalUrl, text: "Try again" } }),
  });
}
