import { createHash } from "node:crypto";
import type { FormerStore } from "./former-store.ts";
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
  /** Undefined removes a field. */
  readonly set: ReadonlyMap<string, string | undefined>;
  /** Moves the idle time-out. */
  readonly expiresAt?: number;
  /** With `expiresAt`, creates the session if there's none. */
  readonly endsAt?: number;
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

/** Nothing was written if the session has `ended`, or a field has `changed` and isn't as expected. */
export type WriteOutcome = "saved" | "ended" | "changed";

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
  /** Only writes these fields, so that parallel requests' changes to the others stay. */
  change(id: string, change: SessionChange): Promise<WriteOutcome>;
  /** Deletes the session, and leaves a tombstone. */
  end(id: string): Promise<void>;

  /** Uses some of each quota; or none, and returns false, if one doesn't have enough left. A quota is reset `lifeMs` after its first use. */
  takeQuota(quotas: readonly QuotaUse[], lifeMs: number): Promise<boolean>;

  /** Sends the event to the backend's `onEvent` on every instance, including this one. */
  publish(event: SessionEvent): Promise<void>;

  /** Rejects while the store is down or refuses writes. */
  ping(): Promise<void>;
  /** How full the store is; `limit` is 0 if it doesn't have one. */
  usage(): Promise<StoreUsage>;
  close(): Promise<void>;

  /** For this release only. */
  readonly former: FormerStore;
}
