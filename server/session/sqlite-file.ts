import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { SessionStoreUnavailable } from "./portal-session.ts";

/** How long to wait for another process's lock. */
const LOCK_TIMEOUT_MS = 1_000;
const RETRY_MS = 20;
/** How many calls run per turn of the event loop, which node:sqlite blocks. */
const MAX_CALLS_PER_TURN = 50;
/** We put aside at most one broken file per minute; otherwise a bad disk would fill up with them. */
const MIN_PUT_ASIDE_INTERVAL_MS = 60_000;

/** SQLite's result codes: BUSY and LOCKED; CORRUPT and NOTADB. */
const codes = { busy: [5, 6], broken: [11, 26] };

export interface SqliteFileOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly now: () => number;
  readonly log: Pick<Logger, "warn" | "fatal">;
}

export interface OpenDatabase<Name extends string> {
  readonly db: DatabaseSync;
  readonly statements: Readonly<Record<Name, StatementSync>>;
}

/** One SQLite file. Reopens it if it was moved, puts it aside if it's broken, and waits if it's locked, without blocking the event loop. */
export class SqliteFile<Name extends string> {
  readonly path: string;
  readonly #options: SqliteFileOptions;
  readonly #schema: string;
  readonly #statements: Readonly<Record<Name, string>>;
  /** While another process holds the lock, all callers share one pause; reads only wait for `locked`. */
  readonly #pauses: { locked?: Promise<void>; writeLocked?: Promise<void> } = {};
  #opened: OpenDatabase<Name> | undefined;
  #inode: bigint | undefined;
  #closed = false;
  #putAsideAt = -Infinity;
  #callsInTurn = 0;

  constructor(options: SqliteFileOptions, schema: string, statements: Readonly<Record<Name, string>>) {
    this.path = options.file === ":memory:" ? options.file : resolve(options.file);
    this.#options = options;
    this.#schema = schema;
    this.#statements = statements;
  }

  /** Runs `work` in a transaction; runs it again from the start if the file was locked. */
  write<T>(work: (opened: OpenDatabase<Name>) => T): Promise<T> {
    return this.#use("writeLocked", (opened) => {
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

  /** Runs `work`, a single statement, which doesn't need a transaction. */
  writeOne<T>(work: (opened: OpenDatabase<Name>) => T): Promise<T> {
    return this.#use("writeLocked", work);
  }

  read<T>(work: (opened: OpenDatabase<Name>) => T): Promise<T> {
    return this.#use("locked", work);
  }

  /** SQLite would carry on writing to a deleted file, whose sessions are lost when the process ends. */
  reopenIfMoved(): void {
    if (!this.#opened || this.#inodeNow() === this.#inode) return;
    this.#options.log.warn({ file: this.path }, "the session file has been replaced or deleted");
    this.#drop();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #use<T>(pause: "locked" | "writeLocked", work: (opened: OpenDatabase<Name>) => T): Promise<T> {
    const until = performance.now() + LOCK_TIMEOUT_MS;
    let cause: unknown;
    while (performance.now() < until) {
      try {
        await (this.#pauses.locked ?? this.#pauses[pause]);
        await this.#takeTurn();
        // A caller that woke up earlier found the file locked and began a new pause.
        if (this.#pauses.locked ?? this.#pauses[pause]) continue;
        this.#opened ??= this.#open();
        return work(this.#opened);
      } catch (error) {
        cause = error;
        if (hasCode(error, codes.busy)) this.#waitFor(this.#opened ? pause : "locked");
        else if (!hasCode(error, codes.broken) || !this.#putAside(error)) break;
      }
    }
    // The next call opens the file again, which may have been repaired by then.
    if (cause !== undefined && !hasCode(cause, codes.busy)) this.#drop();
    throw new SessionStoreUnavailable("The session file cannot be used.", { cause });
  }

  #waitFor(pause: "locked" | "writeLocked"): void {
    this.#pauses[pause] ??= delay(RETRY_MS).then(() => {
      delete this.#pauses[pause];
    });
  }

  /** Lets the event loop run after every {@link MAX_CALLS_PER_TURN} calls. Waiting calls keep their order. */
  async #takeTurn(): Promise<void> {
    while (this.#callsInTurn >= MAX_CALLS_PER_TURN) await nextTurn();
    if (this.#callsInTurn === 0) setImmediate(() => (this.#callsInTurn = 0)).unref();
    this.#callsInTurn += 1;
  }

  #open(): OpenDatabase<Name> {
    if (this.#closed) throw new Error("The session store is closed.");
    if (this.path !== ":memory:") {
      mkdirSync(dirname(this.path), { recursive: true });
      closeSync(openSync(this.path, "a", 0o600));
      this.#inode = this.#inodeNow();
    }
    // No time-out, because node:sqlite would block the event loop while it waits for a lock.
    const db = new DatabaseSync(this.path, { timeout: 0 });
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${this.#schema}`);
      const names = Object.keys(this.#statements) as Name[];
      const prepared = names.map((name) => [name, db.prepare(this.#statements[name])] as const);
      return { db, statements: Object.fromEntries(prepared) as OpenDatabase<Name>["statements"] };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Renames the broken file, so that a new one is created; false if that fails or was last done less than a minute ago. */
  #putAside(error: unknown): boolean {
    const { log, now: wallClock } = this.#options;
    const now = performance.now();
    if (this.path === ":memory:" || now - this.#putAsideAt < MIN_PUT_ASIDE_INTERVAL_MS) return false;
    this.#drop();
    // Another process has already put it aside.
    if (this.#inodeNow() !== this.#inode) return true;
    this.#putAsideAt = now;
    const keptAs = `${this.path}.broken-${new Date(wallClock()).toISOString().replaceAll(":", "-")}`;
    try {
      // The file itself last, because once it's renamed another process may create a new one with its own -wal file.
      for (const suffix of ["-wal", "-shm", ""])
        if (existsSync(this.path + suffix)) renameSync(this.path + suffix, keptAs + suffix);
    } catch (fault) {
      log.warn({ err: fault }, "session store fault");
      return false;
    }
    log.fatal(
      { err: error, keptAs },
      "the session file was broken, so it was moved aside and a new one started",
    );
    return true;
  }

  #inodeNow(): bigint | undefined {
    if (this.path === ":memory:") return undefined;
    return statSync(this.path, { bigint: true, throwIfNoEntry: false })?.ino;
  }

  #drop(): void {
    const opened = this.#opened;
    if (!opened) return;
    // An in-memory database is lost with its connection, which would sign everyone out.
    if (this.path === ":memory:" && !this.#closed) return;
    this.#opened = undefined;
    try {
      opened.db.close();
    } catch (error) {
      this.#options.log.warn({ err: error }, "session store fault");
    }
  }
}

/** Compares SQLite's primary result code, which is the lowest byte of the extended one. */
function hasCode(error: unknown, wanted: readonly number[]): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" && wanted.includes(errcode & 0xff);
}
