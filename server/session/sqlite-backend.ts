import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { BroadcastChannel } from "node:worker_threads";
import { SessionStoreUnavailable, type SessionEvent } from "./portal-session.ts";
import {
  TOMBSTONE_MS,
  type Allotment,
  type SessionBackend,
  type SessionChanges,
  type StoredSession,
  type StoreUsage,
  type WriteOutcome,
} from "./session-backend.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, ends_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS field (id TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS claim (id TEXT, name TEXT, until INTEGER NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS member (id TEXT, list TEXT, hash TEXT, value TEXT NOT NULL, PRIMARY KEY (id, list, hash)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstone (id TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS share (name TEXT PRIMARY KEY, used INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
`;

const STATEMENTS = {
  load: `SELECT s.expires_at, s.ends_at, f.name, f.value FROM session s LEFT JOIN field f ON f.id = s.id WHERE s.id = ?`,
  alive: `SELECT 1 FROM session WHERE id = ?`,
  ended: `SELECT 1 FROM tombstone WHERE id = ?`,
  create: `INSERT INTO session (id, expires_at, ends_at) VALUES (?, ?, ?)`,
  field: `SELECT value FROM field WHERE id = ? AND name = ?`,
  setField: `INSERT INTO field (id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  removeField: `DELETE FROM field WHERE id = ? AND name = ?`,
  touch: `UPDATE session SET expires_at = ? WHERE id = ?`,
  bury: `INSERT INTO tombstone (id, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until`,
  claim: `INSERT INTO claim (id, name, until) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET until = excluded.until WHERE claim.until <= ?`,
  isClaimed: `SELECT 1 FROM claim WHERE id = ? AND name = ? AND until > ?`,
  release: `DELETE FROM claim WHERE id = ? AND name = ?`,
  addMember: `INSERT INTO member (id, list, hash, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  removeMember: `DELETE FROM member WHERE id = ? AND list = ? AND hash = ?`,
  members: `SELECT value FROM member WHERE id = ? AND list = ?`,
  used: `SELECT used FROM share WHERE name = ? AND until > ?`,
  take: `INSERT INTO share (name, used, until) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
         used = IIF(until > ?, used + excluded.used, excluded.used), until = IIF(until > ?, until, excluded.until)`,
  ready: `INSERT INTO share (name, used, until) VALUES ('ready', 0, 0) ON CONFLICT DO UPDATE SET used = 0`,
  size: `SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
} as const;

const OF_SESSION = ["session", "field", "claim", "member"] as const;
/** How long to wait for another process's write lock; the wait blocks this whole process, so it is short. */
const BUSY_MS = 250;
const SWEEP_MS = 60_000;

interface Opened {
  readonly db: DatabaseSync;
  readonly run: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;
  readonly inode: bigint | undefined;
}

export interface SqliteBackendOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Sessions in one SQLite file: for one machine, with any number of processes on it. */
export class SqliteBackend implements SessionBackend {
  readonly #file: string;
  readonly #now: () => number;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #others: BroadcastChannel;
  readonly #sweeper: NodeJS.Timeout;
  #opened: Opened | undefined;
  #closed = false;

  constructor({ file, now, onFault }: SqliteBackendOptions) {
    this.#file = file === ":memory:" ? file : resolve(file);
    this.#now = now;
    this.#onFault = onFault;
    this.#others = new BroadcastChannel(`sessions ${file === ":memory:" ? randomUUID() : this.#file}`);
    this.#others.onmessage = (message) => this.#tell((message as { data: SessionEvent }).data);
    this.#others.unref();
    this.#sweeper = setInterval(() => void this.sweep().catch(this.#onFault), SWEEP_MS);
    this.#sweeper.unref();
  }

  async load(id: string): Promise<StoredSession | undefined> {
    const rows = this.#with(({ run }) => run.load.all(id));
    const [first] = rows;
    if (!first) return undefined;
    const fields = new Map<string, string>();
    for (const { name, value } of rows) if (name !== null) fields.set(String(name), String(value));
    return { fields, expiresAt: Number(first.expires_at), endsAt: Number(first.ends_at) };
  }

  async create(id: string, { fields, expiresAt, endsAt }: StoredSession): Promise<WriteOutcome> {
    return this.#write(({ run }) => {
      if (run.ended.get(id) || run.alive.get(id)) return "ended";
      run.create.run(id, expiresAt, endsAt);
      for (const [name, value] of fields) run.setField.run(id, name, value);
      return "saved";
    });
  }

  async update(id: string, { set, remove }: SessionChanges): Promise<WriteOutcome> {
    return this.#write(({ run }) => {
      if (!run.alive.get(id)) return "ended";
      for (const [name, value] of set) run.setField.run(id, name, value);
      for (const name of remove) run.removeField.run(id, name);
      return "saved";
    });
  }

  async swap(id: string, field: string, before: string | undefined, after: string): Promise<boolean> {
    return this.#write(({ run }) => {
      if (!run.alive.get(id) || run.field.get(id, field)?.value !== before) return false;
      run.setField.run(id, field, after);
      return true;
    });
  }

  async touch(id: string, expiresAt: number): Promise<void> {
    this.#with(({ run }) => run.touch.run(expiresAt, id));
  }

  async end(id: string): Promise<void> {
    this.#write(({ db, run }) => {
      for (const table of OF_SESSION) db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
      run.bury.run(id, this.#now() + TOMBSTONE_MS);
    });
  }

  async claim(id: string, name: string, until: number): Promise<boolean> {
    return this.#write(
      ({ run }) => Boolean(run.alive.get(id)) && run.claim.run(id, name, until, this.#now()).changes === 1,
    );
  }

  async isClaimed(id: string, name: string): Promise<boolean> {
    return this.#with(({ run }) => run.isClaimed.get(id, name, this.#now()) !== undefined);
  }

  async release(id: string, name: string): Promise<void> {
    this.#with(({ run }) => run.release.run(id, name));
  }

  async addMembers(id: string, set: string, members: ReadonlyMap<string, string>): Promise<WriteOutcome> {
    return this.#write(({ run }) => {
      if (!run.alive.get(id)) return "ended";
      for (const [hash, value] of members) run.addMember.run(id, set, hash, value);
      return "saved";
    });
  }

  async removeMembers(id: string, set: string, hashes: readonly string[]): Promise<void> {
    this.#write(({ run }) => {
      for (const hash of hashes) run.removeMember.run(id, set, hash);
    });
  }

  async members(id: string, set: string): Promise<readonly string[]> {
    return this.#with(({ run }) => run.members.all(id, set).map(({ value }) => String(value)));
  }

  async allot(parts: readonly Allotment[], lifeMs: number): Promise<boolean> {
    const now = this.#now();
    return this.#write(({ run }) => {
      for (const { share, cost, limit } of parts)
        if (Number(run.used.get(share, now)?.used ?? 0) + cost > limit) return false;
      for (const { share, cost } of parts) run.take.run(share, cost, now + lifeMs, now, now);
      return true;
    });
  }

  async publish(event: SessionEvent): Promise<void> {
    this.#tell(event);
    this.#others.postMessage(event);
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async ping(): Promise<void> {
    this.#reopenIfMoved();
    // Reading alone says nothing of a disk that is full or a file that is read-only.
    this.#write(({ run }) => run.ready.run());
  }

  async usage(): Promise<StoreUsage> {
    return { bytes: this.#with(({ run }) => Number(run.size.get()?.bytes)), limit: 0 };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeper);
    this.#others.close();
    this.#listeners.clear();
    this.#drop();
  }

  /** Deletes what is over. Runs by itself every minute. */
  async sweep(): Promise<void> {
    this.#reopenIfMoved();
    const now = this.#now();
    this.#write(({ db }) => {
      db.prepare(`DELETE FROM session WHERE expires_at <= ?`).run(now);
      for (const table of ["field", "claim", "member"])
        db.prepare(`DELETE FROM ${table} WHERE id NOT IN (SELECT id FROM session)`).run();
      for (const table of ["claim", "tombstone", "share"])
        db.prepare(`DELETE FROM ${table} WHERE until <= ?`).run(now);
    });
  }

  #tell(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #write<T>(work: (opened: Opened) => T): T {
    return this.#with((opened) => {
      opened.db.exec("BEGIN IMMEDIATE");
      try {
        const result = work(opened);
        opened.db.exec("COMMIT");
        return result;
      } catch (error) {
        if (opened.db.isTransaction) opened.db.exec("ROLLBACK");
        throw error;
      }
    });
  }

  #with<T>(work: (opened: Opened) => T): T {
    try {
      this.#opened ??= this.#open();
      return work(this.#opened);
    } catch (cause) {
      // The next call opens the file anew: one that was moved, broken or locked may be right by then.
      this.#drop();
      throw new SessionStoreUnavailable("The session file cannot be used.", { cause });
    }
  }

  #open(): Opened {
    if (this.#closed) throw new Error("The session store is closed.");
    if (this.#file !== ":memory:") {
      mkdirSync(dirname(this.#file), { recursive: true });
      closeSync(openSync(this.#file, "a", 0o600));
    }
    const db = new DatabaseSync(this.#file, { timeout: BUSY_MS });
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);
      const names = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];
      const prepared = names.map((name) => [name, db.prepare(STATEMENTS[name])] as const);
      return { db, run: Object.fromEntries(prepared) as Opened["run"], inode: this.#inode() };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #inode(): bigint | undefined {
    if (this.#file === ":memory:") return undefined;
    return statSync(this.#file, { bigint: true, throwIfNoEntry: false })?.ino;
  }

  /** A deleted file would go on working for this process alone, and be gone at its end. */
  #reopenIfMoved(): void {
    if (this.#opened && this.#inode() !== this.#opened.inode) this.#drop();
  }

  #drop(): void {
    const opened = this.#opened;
    if (!opened) return;
    // The memory store lives in its connection: dropping that after a fault would sign everybody out.
    if (this.#file === ":memory:" && !this.#closed) return;
    this.#opened = undefined;
    try {
      opened.db.close();
    } catch (error) {
      this.#onFault(error);
    }
  }
}
