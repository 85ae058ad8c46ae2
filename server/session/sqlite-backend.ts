import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";
import { FORMER_SCHEMA, FORMER_STATEMENTS, FORMER_TABLES, formerSqlite } from "./former-store.ts";
import type { SessionEvent } from "./portal-session.ts";
import {
  TOMBSTONE_MS,
  type QuotaUse,
  type SessionBackend,
  type SessionChange,
  type StoredSession,
  type StoreUsage,
  type WriteOutcome,
} from "./session-backend.ts";
import { SqliteFile, type SqliteFileOptions } from "./sqlite-file.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, ends_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS field (id TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstone (id TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS share (name TEXT PRIMARY KEY, used INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_expiry ON session (expires_at);
  ${FORMER_SCHEMA}`;

/** How many sessions one transaction of the sweep deletes, in under 20 ms. The event loop runs between them. */
const SWEEP_BATCH = 50;

const STATEMENTS = {
  ...FORMER_STATEMENTS,
  load: `SELECT s.expires_at, s.ends_at, f.name, f.value FROM session s LEFT JOIN field f ON f.id = s.id WHERE s.id = ?`,
  alive: `SELECT 1 FROM session WHERE id = ?`,
  ended: `SELECT 1 FROM tombstone WHERE id = ?`,
  field: `SELECT value FROM field WHERE id = ? AND name = ?`,
  setField: `INSERT INTO field (id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  removeField: `DELETE FROM field WHERE id = ? AND name = ?`,
  keepUntil: `INSERT INTO session (id, expires_at, ends_at) VALUES (?, ?, ?)
              ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
  addTombstone: `INSERT INTO tombstone (id, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until`,
  used: `SELECT used FROM share WHERE name = ? AND until > ?`,
  take: `INSERT INTO share (name, used, until) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
         used = IIF(until > ?, used + excluded.used, excluded.used), until = IIF(until > ?, until, excluded.until)`,
  ready: `INSERT INTO share (name, used, until) VALUES ('ready', randomblob(32768), 0)
          ON CONFLICT DO UPDATE SET used = excluded.used`,
  expired: `SELECT id FROM session WHERE expires_at <= ? LIMIT ${SWEEP_BATCH}`,
  size: `SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
} as const;

const SESSION_TABLES = ["session", "field", ...FORMER_TABLES] as const;
const SWEEP_MS = 60_000;
const MAX_BATCHES = 2_000;
/** If the clock has jumped this far it may be wrong, so we don't delete anything until it has been steady for an hour. */
const CLOCK_JUMP_MS = 60_000;
const STEADY_MS = 60 * 60_000;

export interface SqliteBackendOptions extends SqliteFileOptions {
  readonly onEvent?: (event: SessionEvent) => void;
}

/** Sessions in one SQLite file, for a single instance: `publish` only reaches threads of this process. */
export class SqliteBackend implements SessionBackend {
  readonly #file: SqliteFile<keyof typeof STATEMENTS>;
  readonly former;
  readonly #options: SqliteBackendOptions;
  readonly #channel: BroadcastChannel;
  readonly #sweeper: NodeJS.Timeout;
  /** How far the clock is ahead of the monotonic one. */
  #clockOffset: number;
  #steadySince = -Infinity;

  constructor(options: SqliteBackendOptions) {
    this.#file = new SqliteFile(options, SCHEMA, STATEMENTS);
    this.#options = options;
    this.former = formerSqlite(this.#file, options.now);
    const { path } = this.#file;
    this.#channel = new BroadcastChannel(`sessions ${path === ":memory:" ? randomUUID() : path}`);
    this.#channel.onmessage = (message) => options.onEvent?.((message as { data: SessionEvent }).data);
    this.#channel.unref();
    this.#clockOffset = options.now() - performance.now();
    const onFault = (error: unknown) => options.log.warn({ err: error }, "session store fault");
    this.#sweeper = setInterval(() => void this.sweep().catch(onFault), SWEEP_MS);
    this.#sweeper.unref();
  }

  async load(id: string): Promise<StoredSession | undefined> {
    const rows = await this.#file.read(({ statements }) => statements.load.all(id));
    const [firstRow] = rows;
    if (!firstRow) return undefined;
    const fields = new Map<string, string>();
    for (const { name, value } of rows) if (name !== null) fields.set(String(name), String(value));
    return { fields, expiresAt: Number(firstRow.expires_at), endsAt: Number(firstRow.ends_at) };
  }

  async change(id: string, { expect = new Map(), set, expiresAt, endsAt }: SessionChange) {
    return this.#file.write<WriteOutcome>(({ statements }) => {
      const mayCreate = endsAt !== undefined && !statements.ended.get(id);
      if (!statements.alive.get(id) && !mayCreate) return "ended";
      for (const [name, value] of expect)
        if (statements.field.get(id, name)?.value !== value) return "changed";
      for (const [name, value] of set)
        if (value === undefined) statements.removeField.run(id, name);
        else statements.setField.run(id, name, value);
      if (expiresAt !== undefined) statements.keepUntil.run(id, expiresAt, endsAt ?? expiresAt);
      return "saved";
    });
  }

  async end(id: string): Promise<void> {
    await this.#file.write(({ db, statements }) => {
      for (const table of SESSION_TABLES) db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
      statements.addTombstone.run(id, this.#options.now() + TOMBSTONE_MS);
    });
  }

  async takeQuota(quotas: readonly QuotaUse[], lifeMs: number): Promise<boolean> {
    const now = this.#options.now();
    return this.#file.write(({ statements }) => {
      for (const { quota, cost, limit } of quotas)
        if (Number(statements.used.get(quota, now)?.used ?? 0) + cost > limit) return false;
      for (const { quota, cost } of quotas) statements.take.run(quota, cost, now + lifeMs, now, now);
      return true;
    });
  }

  async publish(event: SessionEvent): Promise<void> {
    this.#options.onEvent?.(event);
    this.#channel.postMessage(event);
  }

  async ping(): Promise<void> {
    this.#file.reopenIfMoved();
    // Only a write notices a full disk. It's 32 KB to need new pages, and random because SQLite skips equal ones.
    await this.#file.writeOne(({ statements }) => statements.ready.run());
  }

  async usage(): Promise<StoreUsage> {
    const bytes = await this.#file.read(({ statements }) => Number(statements.size.get()?.bytes));
    return { bytes, limit: 0 };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#channel.close();
    this.#file.close();
  }

  /** Deletes whatever has expired. Runs every minute. */
  async sweep(): Promise<void> {
    this.#file.reopenIfMoved();
    const [now, monotonic] = [this.#options.now(), performance.now()];
    const jumpMs = Math.round(now - monotonic - this.#clockOffset);
    if (Math.abs(jumpMs) > CLOCK_JUMP_MS) {
      [this.#clockOffset, this.#steadySince] = [now - monotonic, monotonic];
      this.#options.log.warn(
        { jumpMs },
        "the clock has jumped, so expired sessions won't be deleted for an hour",
      );
    }
    if (monotonic - this.#steadySince < STEADY_MS) return;
    for (let batch = 0; batch < MAX_BATCHES && (await this.#sweepBatch(now)); batch += 1) await nextTurn();
  }

  /** True if there may be more. Deleting a session deletes everything that belongs to it. */
  #sweepBatch(now: number): Promise<boolean> {
    return this.#file.write(({ db, statements }) => {
      const expired = statements.expired.all(now);
      const removals = SESSION_TABLES.map((table) => db.prepare(`DELETE FROM ${table} WHERE id = ?`));
      for (const { id } of expired) for (const removal of removals) removal.run(String(id));
      for (const table of ["claim", "tombstone", "share"])
        db.prepare(`DELETE FROM ${table} WHERE until <= ?`).run(now);
      return expired.length === SWEEP_BATCH;
    });
  }
}
