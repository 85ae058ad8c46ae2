import { setTimeout as sleep } from "node:timers/promises";
import { Former, withFormer } from "./former.ts";
import { SessionStoreUnavailable, type TextSet } from "./portal-session.ts";
import type { KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend, type StoredSession } from "./session-backend.ts";

/** Returns the new value: `null` deletes it, undefined leaves it as it is. */
type Replace<T> = (current: T | undefined) => T | null | undefined;

export type Records = ReturnType<typeof createRecords>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** In the year 2286: a record's last change decides when it ends, and a set in a session ends with the session. */
const NO_END = 10_000_000_000_000;
/** Records are far smaller, and none may fill the store. */
const MAX_LENGTH = 2 * 1024 * 1024;
const MAX_MEMBERS = 10_000;
/** How many times to retry a change that conflicts with another instance's, each time after a random pause. */
const MAX_TRIES = 100;
const MAX_PAUSE_MS = 5;

interface Change extends PromiseWithResolvers<unknown> {
  readonly replace: Replace<unknown>;
  /** Undefined for a session's field, which ends with its session. */
  readonly lifeMs: number | undefined;
}

/** The store's sealed values, each changed by compare-and-set: fields of sessions and of records. */
export class SealedValues {
  readonly #backend: SessionBackend;
  readonly #ring: KeyRing;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Change[]>();
  readonly former: Former;

  constructor(backend: SessionBackend, ring: KeyRing, now: () => number) {
    this.#backend = backend;
    this.#ring = ring;
    this.#now = now;
    this.former = new Former(backend, ring, now);
  }

  /** Like {@link Records}' `change`. Without `lifeMs`, doesn't create anything: undefined for a session that has ended. */
  change<T>(id: string, field: string, replace: Replace<T>, lifeMs?: number): Promise<T | undefined> {
    const change = { ...Promise.withResolvers<unknown>(), replace: replace as Replace<unknown>, lifeMs };
    const place = JSON.stringify([id, field]);
    const waiting = this.#waiting.get(place);
    if (waiting) waiting.push(change);
    else void this.#writeAll(id, field, [change], place);
    return change.promise as Promise<T | undefined>;
  }

  async find<T>(id: string, field: string): Promise<T | undefined> {
    return this.#open(id, field, await this.#backend.load(id)) as T | undefined;
  }

  /** True for one holder, which may ask again, until it releases the name or the session ends. */
  async claim(key: string, name: string, holder: string, endsAt: number): Promise<boolean> {
    if (!(await this.former.claimInSession(key, name, holder, endsAt))) return false;
    const take = (current?: string) => (current === undefined ? holder : undefined);
    return (await this.change(key, claimField(name), take)) === holder;
  }

  async release(key: string, name: string, holder: string): Promise<void> {
    await this.change<string>(key, claimField(name), (current) => (current === holder ? null : undefined));
    await this.former.releaseInSession(key, name, holder);
  }

  sessionSet(key: string, name: string): TextSet {
    return withFormer(this.textSet(key, name), this.former.sessionSet(key, name));
  }

  /** A set of texts. Without `lifeMs` it belongs to a session. */
  textSet(id: string, name: string, lifeMs?: number): TextSet {
    type Members = readonly (readonly [text: string, until: number])[];
    const field = `list:${name}`;
    const isKept = ([, until]: Members[number]) => until > this.#now();
    /** Without `until`, removes them. */
    const write = async (texts: readonly string[], until?: number) => {
      if (texts.length === 0) return;
      const written = new Set(texts);
      const added: Members = until === undefined ? [] : texts.map((text) => [text, until]);
      const replace = (all: Members = []) =>
        [...all.filter((member) => isKept(member) && !written.has(member[0])), ...added].slice(-MAX_MEMBERS);
      await this.change<Members>(id, field, replace, lifeMs);
    };
    return {
      add: (texts) => write(texts, lifeMs === undefined ? NO_END : this.#now() + lifeMs),
      remove: (texts) => write(texts),
      members: async () => {
        const all = (await this.find<Members>(id, field)) ?? [];
        return new Set(all.filter(isKept).map(([text]) => text));
      },
    };
  }

  /** Changes that arrive while one is being written are written together. In a rush they'd conflict with each other a hundred times. */
  async #writeAll(id: string, field: string, waiting: Change[], place: string): Promise<void> {
    this.#waiting.set(place, waiting);
    while (waiting.length > 0) {
      const changes = waiting.splice(0);
      try {
        const values = await this.#write(id, field, changes);
        for (const [index, { resolve }] of changes.entries()) resolve(values[index]);
      } catch (error) {
        for (const { reject } of changes) reject(error);
      }
    }
    this.#waiting.delete(place);
  }

  /** The value after each change, once they're all stored. */
  async #write(id: string, field: string, changes: readonly Change[]): Promise<readonly unknown[]> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const entry = await this.#backend.load(id);
      let value = this.#open(id, field, entry);
      let last: Change | undefined;
      const values = changes.map((change) => {
        const next = change.replace(value);
        if (next === undefined) return value;
        last = change;
        return (value = next ?? undefined);
      });
      if (!last) return values;
      const outcome = await this.#store(id, field, entry, value, last.lifeMs);
      if (outcome === "saved") return values;
      if (outcome === "ended" && last.lifeMs === undefined) return values.map(() => undefined);
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new SessionStoreUnavailable("A record keeps changing.");
  }

  #store(id: string, field: string, entry: StoredSession | undefined, value: unknown, lifeMs?: number) {
    const sealed = value === undefined ? undefined : this.#ring.seal(value, contextOf(id, field));
    if (sealed !== undefined && sealed.length > MAX_LENGTH) throw new RangeError("A record is too large.");
    // A change never makes the record end earlier, because a set's other members may last longer.
    const expiresAt =
      lifeMs === undefined ? undefined : Math.max(this.#now() + lifeMs, entry?.expiresAt ?? 0);
    return this.#backend.change(id, {
      expect: new Map([[field, entry?.fields.get(field)]]),
      set: new Map([[field, sealed]]),
      ...(expiresAt !== undefined && { expiresAt, endsAt: NO_END }),
    });
  }

  #open(id: string, field: string, entry: StoredSession | undefined): unknown {
    const sealed = entry && entry.expiresAt > this.#now() ? entry.fields.get(field) : undefined;
    return sealed === undefined ? undefined : this.#ring.open(sealed, contextOf(id, field));
  }
}

/** Binds a sealed value to its place, so that it can't be opened in another one. */
const contextOf = (session: string, field: string) => ({ session, field, version: 1 });

/** A hash, because a claim's name may contain a secret. */
const claimField = (name: string) => `claim:${storeKey(name)}`;

/** Named, sealed values (JSON) outside any session, on which all instances agree. All methods can throw {@link SessionStoreUnavailable}. */
export function createRecords(values: SealedValues) {
  const { former } = values;
  const idOf = (name: string) => storeKey(`vault ${name}`);
  return {
    /** Replaces a value without losing a parallel change, and keeps it for at least `lifeMs`. Returns what's stored. */
    change: <T>(name: string, replace: Replace<T>, lifeMs = DAY_MS) =>
      values.change(idOf(name), "value", replace, lifeMs),
    find: (name: string) => values.find(idOf(name), "value"),
    /** A set that keeps each of its members for `lifeMs`. */
    textSet: (name: string, lifeMs = DAY_MS) =>
      withFormer(values.textSet(idOf(name), "members", lifeMs), former.lastingSet(name, lifeMs)),
    /** For this release only. */
    former,
  };
}
