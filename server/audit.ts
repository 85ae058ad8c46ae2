import type { Request } from "express";
import type { Logger } from "pino";
import { personKeyOf, tagOfKey } from "#shared/person.ts";
import type { PendingWork } from "./pending-work.ts";
import type { Activity } from "./session/activity.ts";
import { browserOf } from "./session/person-sessions.ts";
import type { SignedInUser } from "./session/portal-session.ts";

/** The person behind a request, for the log. */
export type Actor = ReturnType<typeof actor>;

/** Who a session belongs to. */
export interface SessionOwner {
  readonly handle: string;
  readonly user: SignedInUser | undefined;
  readonly account: { readonly clientId: string } | undefined;
}

/** A session's actor; undefined if nobody is signed in. */
export function actorOf({ handle, user, account }: SessionOwner): Actor | undefined {
  return user && actor({ handle, person: personKeyOf(user), b2c: user.b2c, clientId: account?.clientId });
}

/** The actor for `person`, a key from {@link personKeyOf}. */
export function actor(details: { handle: string; person: string; b2c: boolean; clientId?: string }) {
  return {
    /** A hash: the same for all of someone's requests, but it doesn't reveal who they are. */
    user: tagOfKey(details.person),
    kind: details.b2c ? "customer" : "employee",
    /** The current account, if one is chosen. */
    account: details.clientId,
    /** The session's handle, which can't be used to take over the session. */
    session: details.handle,
  };
}

/** A line in the audit trail. It may have further details, but never a secret. */
export interface AuditEntry {
  readonly audit:
    "sign-in" | "sign-out" | "session-end" | "switch" | "renewal" | "refusal" | "write" | "secret";
  readonly outcome: string;
  /** The text for the person's list of their activity; undefined if it isn't listed there. */
  readonly what?: string | undefined;
  /** The account that it was done for, if it isn't the session's. */
  readonly account?: string | undefined;
  readonly [detail: string]: unknown;
}

interface Trail {
  readonly log: Pick<Logger, "info">;
  readonly services: Pick<PendingWork, "inBackground"> & { readonly activity: Activity };
  readonly req: Pick<Request, "get">;
}

/** Writes a line to the audit trail and, if it has `what`, an entry to the person's activity. */
export function writeAudit(
  { log, services, req }: Trail,
  owner: SessionOwner,
  { what, ...entry }: AuditEntry,
): void {
  log.info({ ...entry, actor: actorOf(owner) }, "audit");
  const { user, account } = owner;
  if (!user || what === undefined) return;
  const activityEntry = {
    what,
    outcome: entry.outcome,
    account: entry.account ?? account?.clientId,
    browser: browserOf(req.get("user-agent")),
  };
  services.inBackground("activity", () => services.activity.record(user, activityEntry));
}
