import { createHash, randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { SessionEvent } from "./portal-session.ts";
import { MARK_BYTES, type KeyRing } from "./seal.ts";
import type { SessionBackend, StoredSession, WriteOutcome } from "./session-backend.ts";
import { SessionFields } from "./session-fields.ts";

/** One session in one request: its fields, and what the store knows of it. */
export class HeldSession {
  readonly fields: SessionFields;
  /** Undefined while the store does not know it: nothing was written yet. */
  stored: { readonly expiresAt: number; readonly endsAt: number } | undefined;
  /** Signed out or gone: from now on nothing of this request is written. */
  ended = false;
  /** Events that every instance is told of after the next write. */
  readonly announcements: SessionEvent[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(fields: SessionFields, stored?: StoredSession) {
    this.fields = fields;
    this.stored = stored;
  }

  get key(): string {
    return this.fields.key;
  }

  get handle(): string {
    return handleOf(this.key);
  }

  /** Runs one write after the other: the first may create what the second changes. */
  inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(write);
    this.#writing = turn.catch(() => undefined);
    return turn;
  }
}

/** What the cookie holds: 192 random bits, and a mark of whose session it is, read when that has ended. */
export function newSessionId(mark: Uint8Array = randomBytes(MARK_BYTES)): string {
  return Buffer.concat([randomBytes(32 - MARK_BYTES), mark]).toString("base64url");
}

/** What a session, or another record, goes by in the store: a hash, so that who reads the store cannot make a cookie of it. */
export function storeKey(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

/** Names a session in logs and events. */
export function handleOf(key: string): string {
  return key.slice(0, 12);
}

export interface SessionStoreOptions {
  readonly backend: SessionBackend;
  readonly ring: KeyRing;
  readonly idleMs: number;
  readonly maxMs: number;
  readonly now: () => number;
  readonly log: Pick<Logger, "warn" | "debug">;
}

/** Loads a session, and writes only what one request changed of it. */
export class SessionStore {
  readonly #options: SessionStoreOptions;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
  }

  /** The session by its key, undefined when there is none or its time is over. One read. */
  async find(key: string): Promise<HeldSession | undefined> {
    const stored = await this.#options.backend.load(key);
    if (!stored || stored.expiresAt <= this.#options.now()) return undefined;
    return new HeldSession(this.#fieldsOf(key).loaded(stored.fields), stored);
  }

  /** A session that the store does not know yet. */
  blank(sessionId: string): HeldSession {
    return new HeldSession(this.#fieldsOf(storeKey(sessionId)));
  }

  /** Writes what changed; creates the session where that is its first write. */
  write(held: HeldSession): Promise<WriteOutcome> {
    return held.inTurn(() => this.#write(held));
  }

  async #write(held: HeldSession): Promise<WriteOutcome> {
    if (held.ended) return "ended";
    if (held.stored && !held.fields.changed) return "saved";
    const { changes, written } = held.fields.pending();
    const outcome = held.stored
      ? await this.#options.backend.update(held.key, changes)
      : await this.#create(held, changes.set);
    if (outcome === "ended") {
      held.ended = true;
      this.#options.log.debug({ session: held.handle }, "late write to an ended session refused");
      return outcome;
    }
    written();
    await this.announce(held.announcements.splice(0));
    return outcome;
  }

  /** Ends a session on every instance. */
  async end(key: string): Promise<void> {
    await this.#options.backend.end(key);
    await this.announce([{ kind: "ended", handle: handleOf(key) }]);
  }

  /** Streams that miss an announcement find out at their next heartbeat, so a failure is only logged. */
  async announce(events: readonly SessionEvent[]): Promise<void> {
    for (const event of events)
      await this.#options.backend.publish(event).catch((error: unknown) => {
        this.#options.log.warn({ err: error, session: event.handle }, "session event not published");
      });
  }

  /** Moves the idle time-out on, at most once a minute or a tenth of it; a failure costs that much and nothing else. */
  extendIdle(held: HeldSession): void {
    if (!held.stored || held.ended) return;
    const expiresAt = Math.min(this.#options.now() + this.#options.idleMs, held.stored.endsAt);
    if (expiresAt - held.stored.expiresAt < Math.min(60_000, this.#options.idleMs / 10)) return;
    held.stored = { ...held.stored, expiresAt };
    this.#options.backend.touch(held.key, expiresAt).catch((error: unknown) => {
      this.#options.log.warn({ err: error, session: held.handle }, "session not touched");
    });
  }

  /** When a session was last used, as far as its idle time-out tells. */
  usedAt(stored: HeldSession["stored"]): number {
    return (stored?.expiresAt ?? 0) - this.#options.idleMs;
  }

  async #create(held: HeldSession, fields: ReadonlyMap<string, string>): Promise<WriteOutcome> {
    const { now, idleMs, maxMs, backend } = this.#options;
    const endsAt = now() + maxMs;
    const expiresAt = Math.min(now() + idleMs, endsAt);
    const outcome = await backend.create(held.key, { fields, expiresAt, endsAt });
    if (outcome === "saved") held.stored = { expiresAt, endsAt };
    return outcome;
  }

  #fieldsOf(key: string): SessionFields {
    return new SessionFields(key, this.#options.ring, (field) => {
      this.#options.log.warn(
        { session: handleOf(key), field },
        "session field cannot be read: taken as absent",
      );
    });
  }
}
