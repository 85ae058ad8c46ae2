import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { KeyRing } from "./seal.ts";
import type { MemberBatch, SessionBackend } from "./session-backend.ts";

/** A set that does not belong to a session. Members live for the set's time to twice that time. */
export interface LongLivedSet {
  add(member: string): Promise<void>;
  remove(members: readonly string[]): Promise<void>;
  members(): Promise<ReadonlySet<string>>;
}

/** Claims and sets of a session. In the store their names are hashes and members are sealed. */
export class SessionSets {
  readonly #backend: SessionBackend;
  readonly #ring: KeyRing;

  constructor(backend: SessionBackend, ring: KeyRing) {
    this.#backend = backend;
    this.#ring = ring;
  }

  claim(key: string, name: string, holder: string, until: number): Promise<boolean> {
    return this.#backend.claim(key, hash(key, "claim", name), holder, until);
  }

  release(key: string, name: string, holder: string): Promise<void> {
    return this.#backend.release(key, hash(key, "claim", name), holder);
  }

  async add(key: string, set: string, members: readonly string[]): Promise<void> {
    if (members.length === 0) return;
    const sealed = members.map(
      (member) => [hash(key, set, member), this.#ring.seal(member, contextOf(key, set))] as const,
    );
    await this.#backend.addMembers(key, set, new Map(sealed));
  }

  async remove(key: string, set: string, members: readonly string[]): Promise<void> {
    await this.#backend.removeMembers(
      key,
      set,
      members.map((member) => hash(key, set, member)),
    );
  }

  async members(key: string, set: string): Promise<ReadonlySet<string>> {
    const members = new Set<string>();
    let cursor: string | undefined = "";
    for (let left = 10_000; left > 0 && cursor !== undefined; left -= 1) {
      const batch: MemberBatch = await this.#backend.members(key, set, cursor);
      const opened = batch.values.map((value) => this.#ring.open(value, contextOf(key, set)));
      for (const member of opened) if (typeof member === "string") members.add(member);
      cursor = batch.next;
      if (cursor !== undefined) await nextTurn();
    }
    return members;
  }
}

export interface LongLivedSetParts {
  readonly backend: SessionBackend;
  readonly sets: SessionSets;
  readonly now: () => number;
}

/** A record's end can't be moved, so each span of `lifeMs` has a record: members are added to the current one, and read from two. */
export function longLivedSet(
  { backend, sets, now }: LongLivedSetParts,
  keyOfSpan: (span: number) => string,
  set: string,
  lifeMs: number,
): LongLivedSet {
  const span = Math.floor(now() / lifeMs);
  const [current, previous] = [keyOfSpan(span), keyOfSpan(span - 1)];
  return {
    async add(member) {
      const endsAt = (span + 2) * lifeMs;
      await backend.create(current, { fields: new Map(), expiresAt: endsAt, endsAt });
      await sets.add(current, set, [member]);
    },
    async remove(members) {
      await Promise.all([sets.remove(current, set, members), sets.remove(previous, set, members)]);
    },
    async members() {
      const memberSets = await Promise.all([sets.members(current, set), sets.members(previous, set)]);
      return new Set(memberSets.flatMap((members) => [...members]));
    },
  };
}

function hash(key: string, kind: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([key, kind, name]))
    .digest("base64url");
}

function contextOf(session: string, set: string) {
  return { session, field: `set:${set}`, version: 1 };
}
