import type { Request, RequestHandler, Response } from "express";
import { actorOf, writeAudit, type AuditEntry } from "#server/audit.ts";
import type { Metrics } from "#server/metrics.ts";
import type { Services } from "#server/services.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { paths } from "#shared/paths.ts";

/**
 * When a request ends, writes audit lines for session changes and refusals, and gives its log line the actor. Calls that
 * change data are audited where they're made (app/request/portal.ts).
 */
export function setUpAudit(
  services: Pick<Services, "activity" | "inBackground">,
  sessions: Pick<SessionService, "sessionOf">,
  metrics: Pick<Metrics, "countSignIn">,
): RequestHandler {
  return (req, res, next) => {
    const session = sessions.sessionOf(req);
    const before = snapshotOf(session);
    // set-up-log.ts calls this once, when it writes the request's line.
    res.locals.finishAudit = () => {
      const after = session.hasEnded ? undefined : snapshotOf(session);
      const { owner } = after?.owner.user ? after : before;
      for (const entry of entriesOf(req, res, before, after)) {
        writeAudit({ log: res.locals.log, services, req }, owner, entry);
        if (entry.audit === "sign-in") metrics.countSignIn(entry.outcome);
      }
      return actorOf(owner);
    };
    next();
  };
}

type Snapshot = ReturnType<typeof snapshotOf>;

const snapshotOf = ({ handle, user, account, tokens }: PortalSession) => ({
  owner: { handle, user, account },
  token: tokens?.identityToken,
});

/** The routes where people come back from the identity provider. */
const RETURN_ROUTES: readonly string[] = [
  paths.loginCallback(),
  paths.loginEmployeeCallback(),
  paths.loginWait(),
];

function entriesOf(req: Request, res: Response, before: Snapshot, after: Snapshot | undefined): AuditEntry[] {
  const [actorBefore, actorAfter] = [actorOf(before.owner), after && actorOf(after.owner)];
  const route = res.locals.state?.route ?? "";
  const isReturn = RETURN_ROUTES.includes(route);
  const location = String(res.getHeader("location") ?? "");
  const entries: AuditEntry[] = [];
  if (actorAfter && actorAfter.session !== actorBefore?.session)
    entries.push({ audit: "sign-in", outcome: "let in", what: "Signed in" });
  else if (isReturn && !actorAfter && location !== "") entries.push({ audit: "sign-in", outcome: "refused" });
  else if (route === paths.login() && location.startsWith(paths.login({ error: "unreachable" })))
    entries.push({ audit: "sign-in", outcome: "unreachable" });
  if (actorBefore && !actorAfter)
    entries.push(
      route === paths.logout()
        ? { audit: "sign-out", outcome: "done", what: "Signed out" }
        : { audit: "session-end", outcome: "done", what: "Session ended" },
    );
  if (actorBefore && actorAfter?.session === actorBefore.session) {
    if (actorBefore.account !== actorAfter.account)
      entries.push({
        audit: "switch",
        outcome: "done",
        from: actorBefore.account,
        to: actorAfter.account,
        what: "Account switched",
      });
    if (before.token !== after?.token) entries.push({ audit: "renewal", outcome: "done" });
    else if (isReturn && location.includes("step=failed"))
      entries.push({ audit: "renewal", outcome: "failed" });
  }
  if (actorBefore && [403, 429].includes(res.statusCode))
    entries.push({ audit: "refusal", outcome: String(res.statusCode), method: req.method });
  return entries;
}
