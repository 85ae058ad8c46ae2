/**
 * Delete this file, former-store.ts, former-kept.ts and former-payments.server.ts in the next release, with whatever
 * doesn't compile without them. Builds until 27 November 2026 kept claims and sets beside a session's fields, and
 * couldn't open anything sealed with a record's own key. While instances of both builds run, this one makes their claims
 * too, and uses their sets: reading one copies it to where this release keeps it. Account notes (up to 180 days) that
 * nobody has opened since are lost with this file.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { BATCH_SIZE } from "./former-store.ts";
import type { TextSet } from "./portal-session.ts";
import type { KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend } from "./session-backend.ts";

/** A larger set must be one that an earlier build didn't limit. */
const MAX_COPIED = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Claims and sets from former builds, by name. In the store the names are hashes, and members are sealed. */
export class Former {
  readonly #backend: SessionBackend;
  readonly #ring: KeyRing;
  readonly #now: () => number;

  constructor(backend: SessionBackend, ring: KeyRing, now: () => number) {
    this.#backend = backend;
    this.#ring = ring;
    this.#now = now;
  }

  /** A record's claim. True for one holder, for a day or until it's released; `butBy` is a holder that doesn't count. */
  async claim(name: string, holder: string): Promise<boolean> {
    const id = storeKey(`vault ${name}`);
    const until = this.#now() + DAY_MS;
    // Not if it has a value, which may last longer.
    const expect = new Map([["value", undefined]]);
    await this.#backend.change(id, { expect, set: new Map(), expiresAt: until, endsAt: until });
    return this.#backend.former.claim(id, "once", holder, until);
  }

  isClaimed(name: string, butBy = ""): Promise<boolean> {
    return this.#backend.former.isClaimed(storeKey(`vault ${name}`), "once", butBy);
  }

  release(name: string, holder: string): Promise<void> {
    return this.#backend.former.release(storeKey(`vault ${name}`), "once", holder);
  }

  claimInSession(key: string, name: string, holder: string, until: number): Promise<boolean> {
    return this.#backend.former.claim(key, hash(key, "claim", name), holder, until);
  }

  releaseInSession(key: string, name: string, holder: string): Promise<void> {
    return this.#backend.former.release(key, hash(key, "claim", name), holder);
  }

  sessionSet(key: string, set: string): TextSet {
    const context = { session: key, field: `set:${set}`, version: 1 };
    const store = this.#backend.former;
    return {
      add: (members) => {
        const sealed = members.map(
          (member) => [hash(key, set, member), this.#ring.seal(member, context)] as const,
        );
        return store.addMembers(key, set, new Map(sealed));
      },
      remove: (members) =>
        store.removeMembers(
          key,
          set,
          members.map((member) => hash(key, set, member)),
        ),
      members: async () => {
        const opened = new Set<string>();
        const sealed = await store.members(key, set);
        for (const [index, value] of sealed.entries()) {
          if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn();
          const member = this.#ring.open(value, context);
          if (typeof member === "string") opened.add(member);
        }
        return opened;
      },
    };
  }

  /** A set outside any session. Adds members to the current period's record, and reads from that and the previous one. */
  lastingSet(name: string, lifeMs: number): TextSet {
    const isOfSessions = name.startsWith("sessions of ");
    const set = isOfSessions ? "sessions" : "members";
    const prefix = isOfSessions ? name : `vault ${name}`;
    const [spanMs, ...otherSpansMs] = isOfSessions
      ? lifeMs > DAY_MS
        ? [7 * DAY_MS, DAY_MS]
        : [DAY_MS, 7 * DAY_MS]
      : [lifeMs];
    const keyOf = (ms: number, before = 0) => storeKey(`${prefix} ${Math.floor(this.#now() / ms) - before}`);
    const sets = [spanMs, ...otherSpansMs].flatMap((ms) =>
      [0, 1].map((before) => this.sessionSet(keyOf(ms, before), set)),
    );
    return {
      add: async (members) => {
        const endsAt = (Math.floor(this.#now() / spanMs) + 2) * spanMs;
        await this.#backend.change(keyOf(spanMs), { set: new Map(), expiresAt: endsAt, endsAt });
        await this.sessionSet(keyOf(spanMs), set).add(members);
      },
      remove: async (members) => void (await Promise.all(sets.map((one) => one.remove(members)))),
      members: async () => {
        const found = await Promise.all(sets.map((one) => one.members()));
        return new Set(found.flatMap((members) => [...members]));
      },
    };
  }
}

/** Other instances still change the former build's set, so reading this one first copies it from there. */
export function withFormer(set: TextSet, former: TextSet): TextSet {
  return {
    async add(members) {
      await former.add(members);
      await set.add(members);
    },
    async remove(members) {
      await former.remove(members);
      await set.remove(members);
    },
    async members() {
      const here = await set.members();
      // Read second, because additions are written there first: what's only here has been removed.
      const there = await former.members();
      // Once its reader has cut it.
      if (there.size > MAX_COPIED) return there;
      try {
        await set.remove([...here].filter((member) => !there.has(member)));
        await set.add([...there].filter((member) => !here.has(member)));
      } catch {
        // What we've read counts; the next read copies it.
      }
      return there;
    },
  };
}

function hash(key: string, kind: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([key, kind, name]))
    .digest("base64url");
}
