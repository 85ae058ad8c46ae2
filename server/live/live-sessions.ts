import type { IncomingMessage } from "node:http";
import { hasRole } from "#app/request/roles.ts";
import { personOf, type SessionEvent } from "#server/session/portal-session.ts";
import type { SpokenFor } from "./channel.ts";
import type { LiveStream, StreamOwner } from "./live-stream.ts";

/** What live events need to know of a session; a PortalSession has it all. */
export interface LiveSession {
  readonly handle: string;
  readonly user:
    | {
        readonly id: string;
        readonly issuer?: string;
        readonly b2c?: boolean;
        readonly roles?: readonly string[];
      }
    | undefined;
  readonly account: { readonly clientId: string } | undefined;
  readonly tokens: { readonly identityToken: string; readonly expiresAt: number } | undefined;
}

/** The narrow part of sessions that live events use. Nothing of it may extend a session's idle time. */
export interface LiveSessions {
  /** What the request's cookie refers to, signature checked; undefined for none and for a forged one. */
  readonly referenceOf: (request: IncomingMessage) => string | undefined;
  /** The session as it is now, undefined when it has ended or expired. Rejects when the store is away. */
  readonly peek: (reference: string) => Promise<LiveSession | undefined>;
  /** Renews the session's tokens, single-flight, and answers with the session that holds them. */
  readonly renew: (reference: string) => Promise<LiveSession | undefined>;
  /** Tells what happens to sessions, on any instance. Returns what stops it. */
  readonly onEvent: (listener: (event: SessionEvent) => void) => () => void;
}

/** A token must be good for this long to begin a connection with it. */
const enoughLife = 60_000;
/** Sessions asked for one attempt; a user rarely has more, and one that cannot renew must not hold up the rest. */
const sessionsAsked = 5;

/** Whose stream it will be; undefined without a signed-in user and a current account. */
export function ownerOf(session: LiveSession | undefined, reference: string): StreamOwner | undefined {
  if (session?.user === undefined || session.account === undefined) return undefined;
  const { handle, user, account } = session;
  const { b2c = false, roles = [] } = user;
  const { clientId } = account;
  const seesTickets = hasRole({ roles }, clientId, "Support");
  return { handle, reference, person: personOf(user), b2c, clientId, seesTickets };
}

/** The same for all streams of a user and account, as long as they may be told the same. */
export const channelKey = ({ person, clientId, seesTickets }: StreamOwner) =>
  JSON.stringify([person, clientId, seesTickets]);

export function isOwner(session: LiveSession, owner: StreamOwner): boolean {
  const current = ownerOf(session, owner.reference);
  return current !== undefined && channelKey(current) === channelKey(owner);
}

/**
 * A token to speak with for these streams, which are all of one user and account: the first session's that has
 * one with a minute left, or gets one by renewal. `refused`: the hub did not take the last, so renew anyway.
 */
export async function findToken(
  sessions: Pick<LiveSessions, "peek" | "renew">,
  streams: Iterable<Pick<LiveStream, "owner">>,
  refused: boolean,
): Promise<SpokenFor | undefined> {
  const owners = new Map<string, StreamOwner>();
  for (const { owner } of streams) {
    owners.set(owner.handle, owner);
    if (owners.size === sessionsAsked) break;
  }
  for (const owner of owners.values()) {
    let session = refused ? undefined : await sessions.peek(owner.reference);
    if (!hasEnoughLife(session)) session = await sessions.renew(owner.reference);
    if (session?.tokens === undefined || !hasEnoughLife(session) || !isOwner(session, owner)) continue;
    const { identityToken, expiresAt } = session.tokens;
    return { value: identityToken, expiresAt, handle: owner.handle };
  }
  return undefined;
}

const hasEnoughLife = (session: LiveSession | undefined): boolean =>
  session?.tokens !== undefined && session.tokens.expiresAt - Date.now() > enoughLife;
