import { setTimeout as sleep } from "node:timers/promises";
import { SessionStoreUnavailable } from "./portal-session.ts";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend, StoredSession } from "./session-backend.ts";
import { lastingSet, SessionSets, type LastingSet } from "./session-sets.ts";
import { storeKey } from "./session-store.ts";

/**
 * What may happen only once, and how it ended, for all sessions and instances that share the store: handled
 * payment ids, begun payments. Values are sealed. Entries live for a day, longer than any return from a card
 * provider. All methods throw {@link SessionStoreUnavailable}.
 */
export interface Vault {
  /** True for exactly one caller, until `release`. */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  /** True from a claim to its release. */
  isClaimed(name: string): Promise<boolean>;
  /** Keeps a value (JSON) for a claimed name; the last one counts. */
  keep(name: string, value: unknown): Promise<void>;
  /**
   * Replaces what is kept by what `change` makes of it, for a day from now, without losing anybody's change in between;
   * undefined leaves it. `change` may be called several times. Resolves with what is kept then.
   */
  change<T>(name: string, change: (kept: T | undefined) => T | undefined): Promise<T | undefined>;
  /** Replaces the value, for a day from now. */
  set(name: string, value: unknown): Promise<void>;
  /** What was kept; undefined for nothing. */
  find(name: string): Promise<unknown>;
  setOf(name: string, lifeMs?: number): LastingSet;
}

const LIFE_MS = 24 * 60 * 60 * 1000;
const CLAIM = "once";
const FIELD = "value";
const VERSION = 1;
const MEMBERS = "members";
/** A change that meets another one tries again, after a pause of up to so many milliseconds. */
const CHANGE_TRIES = 100;
const CHANGE_PAUSE_MS = 5;
/** The year 2286: an entry that is changed has no absolute end, only the expiry that each change sets. */
const NO_END = 10_000_000_000_000;

/** A vault in the sessions' own store: each entry is a record of its own there. */
export function createVault(backend: SessionBackend, ring: KeyRing, now: () => number): Vault {
  const idOf = (name: string) => storeKey(`vault ${name}`);
  const contextOf = (session: string) => ({ session, field: FIELD, version: VERSION });
  const sets = new SessionSets(backend, ring);
  const opened = (id: string, entry: StoredSession | undefined) => {
    const sealed = entry && entry.expiresAt > now() ? entry.fields.get(FIELD) : undefined;
    return sealed === undefined ? undefined : ring.open(sealed, contextOf(id));
  };
  const change = async <T>(name: string, make: (kept: T | undefined) => T | undefined) => {
    const id = idOf(name);
    for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
      const entry = await backend.load(id);
      const sealed = entry?.fields.get(FIELD);
      const kept = opened(id, entry) as T | undefined;
      const next = make(kept);
      if (next === undefined) return kept;
      const value = ring.seal(next, contextOf(id));
      const expiresAt = now() + LIFE_MS;
      if (entry === undefined) {
        const fields = new Map([[FIELD, value]]);
        if ((await backend.create(id, { fields, expiresAt, endsAt: NO_END })) === "saved") return next;
      } else if (await backend.swap(id, FIELD, sealed, value, expiresAt)) return next;
      await sleep(Math.random() * CHANGE_PAUSE_MS);
    }
    throw new SessionStoreUnavailable("An entry is changed all the time.");
  };
  return {
    async claim(name) {
      const id = idOf(name);
      const endsAt = now() + LIFE_MS;
      // Creates the entry or finds it there; the claim on it is what only one caller gets.
      await backend.create(id, { fields: new Map(), expiresAt: endsAt, endsAt });
      return backend.claim(id, CLAIM, endsAt);
    },
    release: (name) => backend.release(idOf(name), CLAIM),
    isClaimed: (name) => backend.isClaimed(idOf(name), CLAIM),
    async keep(name, value) {
      const id = idOf(name);
      const sealed = ring.seal(value, contextOf(id));
      await backend.update(id, { set: new Map([[FIELD, sealed]]), remove: [] });
    },
    change,
    set: async (name, value) => void (await change(name, () => value)),
    find: async (name) => opened(idOf(name), await backend.load(idOf(name))),
    setOf: (name, lifeMs = LIFE_MS) =>
      lastingSet({ backend, sets, now }, (span) => idOf(`${name} ${span}`), MEMBERS, lifeMs),
  };
}
