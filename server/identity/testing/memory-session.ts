import {
  AccessLost,
  type LostAccess,
  type RenewalOutcome,
  type SignedInUser,
  type SignInHandshake,
  type Tokens,
} from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { renewal } from "#shared/limits.ts";

/** The state that all views of one browser's session share. */
export interface SessionRecord {
  user?: SignedInUser;
  tokens?: Tokens;
  readonly handshakes: Map<string, SignInHandshake>;
  renewing?: Promise<Exclude<RenewalOutcome, "ended">>;
  readonly claims: Set<string>;
}

/** The initial contents of a session in memory. */
export function sessionRecord(contents: { user?: SignedInUser; tokens?: Tokens } = {}): SessionRecord {
  return { ...contents, claims: new Set(), handshakes: new Map() };
}

/** One request's view of a session in memory: the methods that the identity service uses. */
export function memorySession(record: SessionRecord): PortalSession {
  let tokens = record.tokens;
  let lostAccess: LostAccess | undefined;
  const session: Partial<PortalSession> = {
    handle: "handle",
    get user() {
      return record.user;
    },
    get tokens() {
      return tokens;
    },
    get lostAccess() {
      return lostAccess;
    },
    async signIn(identity) {
      record.user = identity.user;
      record.tokens = tokens = identity.tokens;
    },
    beginHandshake(handshake) {
      record.handshakes.set(handshake.kind, handshake);
    },
    takeHandshake(kind) {
      const handshake = record.handshakes.get(kind);
      record.handshakes.delete(kind);
      return handshake;
    },
    async claim(name) {
      if (record.claims.has(name)) return false;
      record.claims.add(name);
      return true;
    },
    async renewTokens(renew) {
      const current = record.tokens;
      if (!current) return "ended";
      record.renewing ??= renew(current, AbortSignal.timeout(renewal.waitMs)).finally(() => {
        delete record.renewing;
      });
      const renewed = await record.renewing.catch((error: unknown) => {
        if (!(error instanceof AccessLost)) throw error;
        lostAccess = error.access;
        return "ended" as const;
      });
      if (typeof renewed === "object") record.tokens = tokens = renewed;
      return renewed;
    },
  };
  return session as PortalSession;
}
