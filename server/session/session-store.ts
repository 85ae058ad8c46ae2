import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { SessionEvent } from "./portal-session.ts";
import { MARK_BYTES, type KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend, type StoredSession, type WriteOutcome } from "./session-backend.ts";
import { SessionFields } from "./session-fields.ts";

/** One session in one request: its fields and its state in the store. */
export class SessionRecord {
  readonly fields: SessionFields;
  /** Undefined until the session is first written. */
  stored: { readonly expiresAt: number; readonly endsAt: number } | undefined;
  /** The session has ended, so nothing more can be written. */
  ended = false;
  /** Events to publish after the next write. */
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

  /** Runs writes one after the other, because the first may create the session that the second changes. */
  queueWrite<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(write);
    this.#writing = turn.catch(() => undefined);
    return turn;
  }
}

/** The cookie's content: 192 random bits, and a mark for the person, who's the only one to get the ended session's drafts. */
export function newSessionId(mark: Uint8Array = randomBytes(MARK_BYTES)): string {
  return Buffer.concat([randomBytes(32 - MARK_BYTES), mark]).toString("base64url");
}

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

export class SessionStore {
  readonly #options: SessionStoreOptions;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
  }

  /** Loads a session; undefined if there's no such session or it has expired. */
  async find(key: string): Promise<SessionRecord | undefined> {
    const stored = await this.#options.backend.load(key);
    if (!stored || stored.expiresAt <= this.#options.now()) return undefined;
    return new SessionRecord(this.#fieldsOf(key).load(stored.fields), stored);
  }

  newRecord(sessionId: string): SessionRecord {
    return new SessionRecord(this.#fieldsOf(storeKey(sessionId)));
  }

  write(record: SessionRecord): Promise<WriteOutcome> {
    return record.queueWrite(() => this.#write(record));
  }

  async #write(record: SessionRecord): Promise<WriteOutcome> {
    if (record.ended) return "ended";
    if (record.stored && !record.fields.hasChanges) return "saved";
    const { set, written } = record.fields.pending();
    const created = record.stored ? undefined : this.#newTimes();
    const outcome = await this.#options.backend.change(record.key, { set, ...created });
    if (outcome === "ended") {
      record.ended = true;
      this.#options.log.debug({ session: record.handle }, "late write to an ended session refused");
      return outcome;
    }
    written();
    record.stored ??= created;
    await this.announce(record.announcements.splice(0));
    return outcome;
  }

  /** Ends a session on every instance. */
  async end(key: string): Promise<void> {
    await this.#options.backend.end(key);
    await this.announce([{ kind: "ended", handle: handleOf(key) }]);
  }

  /** A failure is only logged, because live streams also check their sessions from time to time. */
  async announce(events: readonly SessionEvent[]): Promise<void> {
    for (const event of events)
      await this.#options.backend.publish(event).catch((error: unknown) => {
        this.#options.log.warn({ err: error, session: event.handle }, "session event not published");
      });
  }

  /** Extends the idle time-out, at most once a minute or once per tenth of it. A failure is only logged. */
  extendIdle(record: SessionRecord): void {
    if (!record.stored || record.ended) return;
    const expiresAt = Math.min(this.#options.now() + this.#options.idleMs, record.stored.endsAt);
    if (expiresAt - record.stored.expiresAt < Math.min(60_000, this.#options.idleMs / 10)) return;
    record.stored = { ...record.stored, expiresAt };
    this.#options.backend.change(record.key, { set: new Map(), expiresAt }).catch((error: unknown) => {
      this.#options.log.warn(
        { err: error, session: record.handle },
        "a session's idle time could not be reset",
      );
    });
  }

  /** When a session was last used, worked out from its idle time-out. */
  usedAt(stored: SessionRecord["stored"]): number {
    return (stored?.expiresAt ?? 0) - this.#options.idleMs;
  }

  #newTimes() {
    const { now, idleMs, maxMs } = this.#options;
    const endsAt = now() + maxMs;
    return { expiresAt: Math.min(now() + idleMs, endsAt), endsAt };
  }

  #fieldsOf(key: string): SessionFields {
    return new SessionFields(key, this.#options.ring, (field) => {
      this.#options.log.warn(
        { session: handleOf(key), field },
        "session field can't be read, so it's treated as missing",
      );
    });
  }
}
