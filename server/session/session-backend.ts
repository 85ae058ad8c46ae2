import { createHash } from "node:crypto";
import type { SessionEvent } from "./portal-session.ts";

/** A session as stored: sealed values by field name. Times are milliseconds since the epoch. */
export interface StoredSession {
  readonly fields: ReadonlyMap<string, string>;
  /** The idle time-out. A change can move it, but never beyond `endsAt`. */
  readonly expiresAt: number;
  readonly endsAt: number;
}

export interface SessionChange {
  /** What these fields must still have, undefined for nothing; otherwise nothing is written. */
  readonly expect?: ReadonlyMap<string, string | undefined>;
  readonly set: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
  /** Moves the idle time-out. */
  readonly expiresAt?: number;
}

/** The use of a quota, which limits what anonymous requests can store. */
export interface QuotaUse {
  readonly quota: string;
  readonly cost: number;
  readonly limit: number;
}

export interface StoreUsage {
  readonly bytes: number;
  readonly limit: number;
}

/** `ended`: the session has ended, or `create` found one with this id, and nothing was written. */
export type WriteOutcome = "saved" | "ended";

/** How long an ended session's id can't be used again: longer than any request that was already running. */
export const TOMBSTONE_MS = 60 * 60 * 1000;

/** A session's or another record's key in the store. It's a hash, so that the store's content isn't enough to make a cookie. */
export function storeKey(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

/** Stores sealed sessions. Each method is atomic across all instances, and throws {@link SessionStoreUnavailable} within about a second. */
export interface SessionBackend {
  /** Returns expired sessions too: the caller checks the time. */
  load(id: string): Promise<StoredSession | undefined>;
  create(id: string, session: StoredSession): Promise<WriteOutcome>;
  /** Only writes these fields, so that parallel requests' changes to the others stay. `changed`: one wasn't as expected. */
  change(id: string, change: SessionChange): Promise<WriteOutcome | "changed">;
  /** Deletes the session, and leaves a tombstone. */
  end(id: string): Promise<void>;

  /** Uses some of each quota; or none, and returns false, if one doesn't have enough left. A quota is reset `lifeMs` after its first use. */
  takeQuota(quotas: readonly QuotaUse[], lifeMs: number): Promise<boolean>;

  /** Sends the event to the subscribers on every instance, including this one. */
  publish(event: SessionEvent): Promise<void>;
  /** Returns a function that stops listening. */
  subscribe(listener: (event: SessionEvent) => void): () => void;

  /** Rejects while the store is down or refuses writes. */
  ping(): Promise<void>;
  /** How full the store is; `limit` is 0 if it doesn't have one. */
  usage(): Promise<StoreUsage>;
  close(): Promise<void>;

  readonly former: FormerStore;
}

/** For this release only (former.ts): a session's or another record's claims and sets. */
export interface FormerStore {
  claim(id: string, name: string, holder: string, until: number): Promise<boolean>;
  isClaimed(id: string, name: string): Promise<boolean>;
  release(id: string, name: string, holder: string): Promise<void>;
  addMembers(id: string, set: string, members: ReadonlyMap<string, string>): Promise<void>;
  removeMembers(id: string, set: string, hashes: readonly string[]): Promise<void>;
  /** Lets the event loop run after each batch. */
  members(id: string, set: string): Promise<readonly string[]>;
}
