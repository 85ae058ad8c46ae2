import type { SessionEvent } from "./portal-session.ts";

/** A session as it is stored: sealed values by field name. Times are milliseconds since the epoch. */
export interface StoredSession {
  readonly fields: ReadonlyMap<string, string>;
  /** The idle time-out; `touch` and `swap` move it, never beyond `endsAt`. */
  readonly expiresAt: number;
  readonly endsAt: number;
}

export interface SessionChanges {
  readonly set: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

/** The use of a quota, which limits what anonymous requests may store. */
export interface QuotaUse {
  readonly quota: string;
  readonly cost: number;
  readonly limit: number;
}

export interface StoreUsage {
  readonly bytes: number;
  readonly limit: number;
}

/** Some members of a set, and the cursor of the next batch if there is one. */
export type MemberBatch = { readonly values: readonly string[]; readonly next?: string };
/** About how many members a batch of a set has. */
export const BATCH_SIZE = 250;

/** `ended`: the session has ended, or `create` found one with this id, and nothing was written. */
export type WriteOutcome = "saved" | "ended";

/** An ended session's id can't be used again for this time: longer than any request may run that started before. */
export const TOMBSTONE_MS = 60 * 60 * 1000;

/** Stores sealed sessions, each method atomic over all instances. Throws {@link SessionStoreUnavailable} within about a second. */
export interface SessionBackend {
  /** Also returns expired sessions: the caller checks the time. */
  load(id: string): Promise<StoredSession | undefined>;
  create(id: string, session: StoredSession): Promise<WriteOutcome>;
  /** Writes only these fields, so that the others keep what parallel requests wrote. */
  update(id: string, changes: SessionChanges): Promise<WriteOutcome>;
  /** Compare-and-set: writes the field and the time-out if the field still is `before`; false otherwise. */
  swap(
    id: string,
    field: string,
    before: string | undefined,
    after: string,
    expiresAt: number,
  ): Promise<boolean>;
  touch(id: string, expiresAt: number): Promise<void>;
  /** Deletes the session with its claims and sets, and leaves a tombstone. */
  end(id: string): Promise<void>;

  /**
   * True for one holder until `until`, `release`, or the session's end; its holder may ask again, because the answer can
   * get lost. False if the session has ended.
   */
  claim(id: string, name: string, holder: string, until: number): Promise<boolean>;
  isClaimed(id: string, name: string): Promise<boolean>;
  /** Releases this holder's claim and removes the field with it; does nothing for anyone else. */
  release(id: string, name: string, holder: string, field?: string): Promise<void>;

  /** Adds to a set that lasts as long as its session. Members: hash → sealed value. */
  addMembers(id: string, set: string, members: ReadonlyMap<string, string>): Promise<WriteOutcome>;
  removeMembers(id: string, set: string, hashes: readonly string[]): Promise<void>;
  /** The batch of a set at `cursor`, '' for the first, since a large set would block the event loop. May repeat members. */
  members(id: string, set: string, cursor: string): Promise<MemberBatch>;

  /** Uses some of each quota, or none and false if one has not enough left. A quota is reset `lifeMs` after its first use. */
  takeQuota(quotas: readonly QuotaUse[], lifeMs: number): Promise<boolean>;

  /** Sends the event to the subscribers on every instance, including this one. */
  publish(event: SessionEvent): Promise<void>;
  /** Returns a function that stops listening. */
  subscribe(listener: (event: SessionEvent) => void): () => void;

  /** Rejects while the store is down or refuses writes. */
  ping(): Promise<void>;
  /** How full the store is; `limit` is 0 if it has none. */
  usage(): Promise<StoreUsage>;
  close(): Promise<void>;
}
