import type { SessionEvent } from "./portal-session.ts";

/** One session as a store holds it: sealed values by field name. Times are milliseconds since the epoch. */
export interface StoredSession {
  readonly fields: ReadonlyMap<string, string>;
  /** When it is over for want of use; moved on by `touch` and `swap`, never beyond `endsAt`. */
  readonly expiresAt: number;
  /** Absolute time-out; never moves. */
  readonly endsAt: number;
}

export interface SessionChanges {
  readonly set: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

/** A part of a share that something may use of the store. */
export interface Allotment {
  readonly share: string;
  readonly cost: number;
  readonly limit: number;
}

export interface StoreUsage {
  readonly bytes: number;
  readonly limit: number;
}

/** `ended`: the session is signed out or gone, and nothing was written. */
export type WriteOutcome = "saved" | "ended";

/**
 * How long an ended session's id stays refused, in milliseconds: longer than any request that began before the
 * end can still run.
 */
export const TOMBSTONE_MS = 60 * 60 * 1000;

/**
 * Where sessions are kept: a SQLite file or Redis. Ids are hashes of what the cookie holds, values are sealed;
 * a backend never sees plain ones. Each method is atomic over all instances that share the store. All throw
 * {@link SessionStoreUnavailable} within about a second where the store is down or slow, and work again without
 * a restart when it is back.
 */
export interface SessionBackend {
  /** One read. Returns expired sessions too: the caller judges by its own clock. */
  load(id: string): Promise<StoredSession | undefined>;
  create(id: string, session: StoredSession): Promise<WriteOutcome>;
  /** Writes just these fields; others keep what parallel requests wrote. */
  update(id: string, changes: SessionChanges): Promise<WriteOutcome>;
  /** Writes this field and the time-out where it still holds `before` (undefined: nothing), and says whether it did. */
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

  /** True for one caller until `until`, `release`, or the session's end. False for a session that is gone. */
  claim(id: string, name: string, until: number): Promise<boolean>;
  isClaimed(id: string, name: string): Promise<boolean>;
  release(id: string, name: string): Promise<void>;

  /** A set that lives as long as its session. Members: hash → sealed value. */
  addMembers(id: string, set: string, members: ReadonlyMap<string, string>): Promise<WriteOutcome>;
  removeMembers(id: string, set: string, hashes: readonly string[]): Promise<void>;
  members(id: string, set: string): Promise<readonly string[]>;

  /**
   * Takes a part of each of these shares, or of none where one has not enough left; true where it did. What was taken
   * goes back `lifeMs` after the first part was.
   */
  allot(parts: readonly Allotment[], lifeMs: number): Promise<boolean>;

  /** Tells every instance, this one too. */
  publish(event: SessionEvent): Promise<void>;
  /** Returns how to stop listening. */
  subscribe(listener: (event: SessionEvent) => void): () => void;

  /** Rejects while the store can't be reached or refuses writes. */
  ping(): Promise<void>;
  /** How full the store is, in bytes; `limit` 0 where it sets itself none. */
  usage(): Promise<StoreUsage>;
  close(): Promise<void>;
}
