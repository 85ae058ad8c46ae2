import type { IncomingMessage } from "node:http";
import type { SessionOwner } from "#server/audit.ts";
import type { SessionEvent, Tokens } from "#server/session/portal-session.ts";
import { personKeyOf } from "#shared/person.ts";
import { hasRole } from "#shared/roles.ts";
import type { LiveStream, StreamOwner } from "./live-stream.ts";

export type LiveSession = SessionOwner & {
  readonly tokens: Pick<Tokens, "identityToken" | "expiresAt"> | undefined;
};

/** What live events need from the session service. None of it may extend a session's idle time. */
export interface LiveSessions {
  /** The reference in the request's cookie; undefined without a cookie or if it's forged. */
  readonly referenceOf: (request: IncomingMessage) => string | undefined;
  /** The session's current state; undefined if it has ended or expired. Rejects while the store is down. */
  readonly peek: (reference: string) => Promise<LiveSession | undefined>;
  /** Renews the session's tokens, once for parallel calls, and returns the session. */
  readonly renew: (reference: string) => Promise<LiveSession | undefined>;
  /** Listens to all instances' session events. Returns a function that stops listening. */
  readonly onEvent: (listener: (event: SessionEvent) => void) => () => void;
}

/** We only begin a connection with a token that's valid for this long. */
const MIN_TOKEN_LIFE_MS = 60_000;
/** How many sessions we try per attempt. People rarely have more, and each one that can't renew delays the rest. */
const MAX_SESSIONS_TRIED = 5;

export function ownerOf(session: LiveSession | undefined, reference: string): StreamOwner | undefined {
  if (session?.user === undefined || session.account === undefined) return undefined;
  const { handle, user } = session;
  const { clientId } = session.account;
  const seesTickets = hasRole(user, clientId, "Support");
  return { handle, reference, person: personKeyOf(user), b2c: user.b2c, clientId, seesTickets };
}

/** Streams with the same key get the same events, so they share a channel. */
export const channelKey = ({ person, clientId, seesTickets }: StreamOwner) =>
  JSON.stringify([person, clientId, seesTickets]);

export function isOwner(session: LiveSession, owner: StreamOwner): boolean {
  const current = ownerOf(session, owner.reference);
  return current !== undefined && channelKey(current) === channelKey(owner);
}

/** A token from the first session that has one for a minute or can renew it. If only the hub refuses a token we don't renew it: the API refuses a bad token too, and then pages renew it. */
export async function findToken(
  sessions: Pick<LiveSessions, "peek" | "renew">,
  streams: Iterable<Pick<LiveStream, "owner">>,
) {
  const owners = new Map(Array.from(streams, ({ owner }) => [owner.handle, owner]));
  for (const owner of [...owners.values()].slice(0, MAX_SESSIONS_TRIED)) {
    let session = await sessions.peek(owner.reference);
    if (!hasEnoughLife(session)) session = await sessions.renew(owner.reference);
    if (session?.tokens === undefined || !hasEnoughLife(session) || !isOwner(session, owner)) continue;
    const { identityToken, expiresAt } = session.tokens;
    return { value: identityToken, expiresAt, handle: owner.handle };
  }
  return undefined;
}

const hasEnoughLife = (session: LiveSession | undefined): boolean =>
  session?.tokens !== undefined && session.tokens.expiresAt - Date.now() > MIN_TOKEN_LIFE_MS;
