import { setTimeout as sleep } from "node:timers/promises";
import { SessionStoreUnavailable } from "./portal-session.ts";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend, StoredSession } from "./session-backend.ts";
import { longLivedSet, SessionSets, type LongLivedSet } from "./session-sets.ts";
import { storeKey } from "./session-store.ts";

/** Sealed entries outside of any session, for a day: what may happen only once, and its outcome. All throw {@link SessionStoreUnavailable}. */
export interface Vault {
  /** True for exactly one holder, for a day or until `release`; its holder may ask again, because the answer can get lost. */
  claim(name: string, holder: string): Promise<boolean>;
  /** Releases this holder's claim and forgets the value: the name is as if never claimed. */
  release(name: string, holder: string): Promise<void>;
  isClaimed(name: string): Promise<boolean>;
  /** Replaces a value and keeps it for `lifeMs`, without losing a parallel change; undefined changes nothing. Returns the stored value. */
  change<T>(
    name: string,
    change: (current: T | undefined) => T | undefined,
    lifeMs?: number,
  ): Promise<T | undefined>;
  /** Sets the value (JSON) and keeps it for a day from now. */
  set(name: string, value: unknown): Promise<void>;
  find(name: string): Promise<unknown>;
  /** A set of texts whose members are kept for at least `lifeMs`, a day by default. */
  longLivedSet(name: string, lifeMs?: number): LongLivedSet;
}

const LIFE_MS = 24 * 60 * 60 * 1000;
const CLAIM_NAME = "once";
const FIELD = "value";
const VERSION = 1;
const SET_NAME = "members";
/** A change that conflicts with a parallel one is tried again after a random pause. */
const CHANGE_TRIES = 100;
const CHANGE_PAUSE_MS = 5;
/** In the year 2286: a changed entry has no absolute end, only the expiry that each change sets. */
const NO_END = 10_000_000_000_000;

export function createVault(backend: SessionBackend, ring: KeyRing, now: () => number): Vault {
  const idOf = (name: string) => storeKey(`vault ${name}`);
  /** Binds a sealed value to its entry, so that it can't be opened in another one. */
  const sealContextOf = (id: string) => ({ session: id, field: FIELD, version: VERSION });
  const sets = new SessionSets(backend, ring);
  const openValue = (id: string, entry: StoredSession | undefined) => {
    const sealed = entry && entry.expiresAt > now() ? entry.fields.get(FIELD) : undefined;
    return sealed === undefined ? undefined : ring.open(sealed, sealContextOf(id));
  };
  const change = async <T>(
    name: string,
    replace: (current: T | undefined) => T | undefined,
    lifeMs: number = LIFE_MS,
  ) => {
    const id = idOf(name);
    for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
      const entry = await backend.load(id);
      const sealed = entry?.fields.get(FIELD);
      const current = openValue(id, entry) as T | undefined;
      const next = replace(current);
      if (next === undefined) return current;
      const value = ring.seal(next, sealContextOf(id));
      const expiresAt = now() + lifeMs;
      if (entry === undefined) {
        const fields = new Map([[FIELD, value]]);
        if ((await backend.create(id, { fields, expiresAt, endsAt: NO_END })) === "saved") return next;
      } else if (await backend.swap(id, FIELD, sealed, value, expiresAt)) return next;
      await sleep(Math.random() * CHANGE_PAUSE_MS);
    }
    throw new SessionStoreUnavailable("An entry is changed all the time.");
  };
  return {
    async claim(name, holder) {
      const id = idOf(name);
      const endsAt = now() + LIFE_MS;
      // Several callers may create the entry, but only one gets the claim on it.
      const created = await backend.create(id, { fields: new Map(), expiresAt: endsAt, endsAt });
      // An entry that has been there for a while must last as long as the claim.
      if (created === "ended") await backend.touch(id, endsAt);
      return backend.claim(id, CLAIM_NAME, holder, endsAt);
    },
    release: (name, holder) => backend.release(idOf(name), CLAIM_NAME, holder, FIELD),
    isClaimed: (name) => backend.isClaimed(idOf(name), CLAIM_NAME),
    change,
    set: async (name, value) => void (await change(name, () => value)),
    find: async (name) => openValue(idOf(name), await backend.load(idOf(name))),
    longLivedSet: (name, lifeMs = LIFE_MS) =>
      longLivedSet({ backend, sets, now }, (period) => idOf(`${name} ${period}`), SET_NAME, lifeMs),
  };
}
