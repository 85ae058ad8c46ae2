import { createHash } from "node:crypto";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";

/** Claims and sets of a session, by its key: named by hashes in the store, members sealed. */
export class SessionSets {
  readonly #backend: SessionBackend;
  readonly #ring: KeyRing;

  constructor(backend: SessionBackend, ring: KeyRing) {
    this.#backend = backend;
    this.#ring = ring;
  }

  claim(key: string, name: string, until: number): Promise<boolean> {
    return this.#backend.claim(key, hash(key, "claim", name), until);
  }

  release(key: string, name: string): Promise<void> {
    return this.#backend.release(key, hash(key, "claim", name));
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
    const sealed = await this.#backend.members(key, set);
    const members = sealed.map((value) => this.#ring.open(value, contextOf(key, set)));
    return new Set(members.filter((member) => typeof member === "string"));
  }
}

function hash(key: string, kind: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([key, kind, name]))
    .digest("base64url");
}

function contextOf(session: string, set: string) {
  return { session, field: `set:${set}`, version: 1 };
}
