import type { Request, RequestHandler, Response } from "express";
import { paths } from "#app/paths.ts";
import { actorOf, type Actor } from "#server/audit.ts";
import type { PortalSession } from "#server/session/portal-session.ts";
import type { SessionService } from "#server/session/sessions.ts";

interface SessionSnapshot {
  readonly actor: Actor | undefined;
  readonly token: string | undefined;
}

interface AuditEntry {
  readonly audit: "sign-in" | "sign-out" | "session-end" | "switch" | "renewal" | "refusal";
  readonly outcome: string;
  readonly [detail: string]: unknown;
}

/**
 * Puts the actor into each request's log line, and writes audit lines for changes of the session and for refusals.
 * Calls that change data are audited where they are made (app/request/portal.ts).
 */
export function setUpAudit(sessions: Pick<SessionService, "sessionOf">): RequestHandler {
  return (req, res, next) => {
    const session = sessions.sessionOf(req);
    const before = snapshotOf(session);
    res.locals.actor = () => {
      const after = session.hasEnded ? { actor: undefined, token: undefined } : snapshotOf(session);
      const actor = after.actor ?? before.actor;
      for (const entry of entriesOf(req, res, before, after))
        res.locals.log.info({ ...entry, actor }, "audit");
      return actor;
    };
    next();
  };
}

function snapshotOf(session: PortalSession): SessionSnapshot {
  return { actor: actorOf(session), token: session.tokens?.identityToken };
}

/** The routes where people come back from the identity provider. */
const RETURN_ROUTES: readonly string[] = [
  paths.loginCallback(),
  paths.loginEmployeeCallback(),
  paths.loginWait(),
];

function entriesOf(
  req: Request,
  res: Response,
  before: SessionSnapshot,
  after: SessionSnapshot,
): AuditEntry[] {
  const [was, is] = [before.actor, after.actor];
  const route = res.locals.state?.route ?? "";
  const isReturn = RETURN_ROUTES.includes(route);
  const location = String(res.getHeader("location") ?? "");
  const entries: AuditEntry[] = [];
  if (is && is.session !== was?.session) entries.push({ audit: "sign-in", outcome: "let in" });
  else if (isReturn && !is && location !== "") entries.push({ audit: "sign-in", outcome: "refused" });
  if (was && !is)
    entries.push({ audit: route === paths.logout() ? "sign-out" : "session-end", outcome: "done" });
  if (was && is?.session === was.session) {
    if (was.account !== is.account)
      entries.push({ audit: "switch", outcome: "done", from: was.account, to: is.account });
    if (before.token !== after.token) entries.push({ audit: "renewal", outcome: "done" });
    else if (isReturn && location.includes("step=failed"))
      entries.push({ audit: "renewal", outcome: "failed" });
  }
  if (was && [403, 429].includes(res.statusCode))
    entries.push({ audit: "refusal", outcome: String(res.statusCode), method: req.method });
  return entries;
}
