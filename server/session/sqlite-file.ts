import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { SessionStoreUnavailable } from "./portal-session.ts";

/** How long to wait for another process's lock. */
const BUSY_MS = 1_000;
const RETRY_MS = 20;
/** Calls in one turn of the event loop: node:sqlite blocks it. */
const MOST_IN_A_TURN = 50;
/** At most one broken file is kept a minute, or a bad disk would fill up. */
const ASIDE_MS = 60_000;

const codes = { busy: [5, 6], broken: [11, 26] };

export interface SqliteFileOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  /** The file was no database, or a broken one: it was kept under this name, and a new one is begun. */
  readonly onBroken: (error: unknown, keptAs: string) => void;
}

export interface Opened<Name extends string> {
  readonly db: DatabaseSync;
  readonly run: Readonly<Record<Name, StatementSync>>;
}

/**
 * One SQLite file with its statements: opened anew where it was moved, put aside where it is broken, and waited for
 * where another process holds it, which never holds up this one.
 */
export class SqliteFile<Name extends string> {
  readonly path: string;
  readonly #options: SqliteFileOptions;
  readonly #schema: string;
  readonly #statements: Readonly<Record<Name, string>>;
  /** While another process holds the lock all callers share one pause; reads wait for `locked` only. */
  readonly #pauses: { locked?: Promise<void>; writeLocked?: Promise<void> } = {};
  #opened: Opened<Name> | undefined;
  #inode: bigint | undefined;
  #closed = false;
  #putAsideAt = -Infinity;
  #askedInTurn = 0;

  constructor(options: SqliteFileOptions, schema: string, statements: Readonly<Record<Name, string>>) {
    this.path = options.file === ":memory:" ? options.file : resolve(options.file);
    this.#options = options;
    this.#schema = schema;
    this.#statements = statements;
  }

  /** Does the work in one transaction, again from its beginning where the file was held. */
  write<T>(work: (opened: Opened<Name>) => T): Promise<T> {
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

  /** Does one statement, which is a transaction by itself. */
  writeOne<T>(work: (opened: Opened<Name>) => T): Promise<T> {
    return this.#use("writeLocked", work);
  }

  read<T>(work: (opened: Opened<Name>) => T): Promise<T> {
    return this.#use("locked", work);
  }

  /** SQLite goes on with a deleted file, whose sessions would be lost at exit. */
  reopenIfMoved(): void {
    if (this.#opened && this.#inodeNow() !== this.#inode) this.#drop();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #use<T>(pause: "locked" | "writeLocked", work: (opened: Opened<Name>) => T): Promise<T> {
    const until = performance.now() + BUSY_MS;
    let cause: unknown;
    while (performance.now() < until) {
      try {
        await (this.#pauses.locked ?? this.#pauses[pause]);
        await this.#takeTurn();
        // Another caller that woke before us met the lock again and began a new pause: wait for that one.
        if (this.#pauses.locked ?? this.#pauses[pause]) continue;
        this.#opened ??= this.#open();
        return work(this.#opened);
      } catch (error) {
        cause = error;
        if (isOne(error, codes.busy)) this.#waitFor(this.#opened ? pause : "locked");
        else if (!isOne(error, codes.broken) || !this.#putAside(error)) break;
      }
    }
    // The next call opens the file anew: one that was moved or broken may be right by then.
    if (cause !== undefined && !isOne(cause, codes.busy)) this.#drop();
    throw new SessionStoreUnavailable("The session file cannot be used.", { cause });
  }

  #waitFor(pause: "locked" | "writeLocked"): void {
    this.#pauses[pause] ??= delay(RETRY_MS).then(() => {
      delete this.#pauses[pause];
    });
  }

  /** Lets the event loop go round after so many calls. Who waits is served in the order of asking. */
  async #takeTurn(): Promise<void> {
    while (this.#askedInTurn >= MOST_IN_A_TURN) await nextTurn();
    if (this.#askedInTurn === 0) setImmediate(() => (this.#askedInTurn = 0)).unref();
    this.#askedInTurn += 1;
  }

  #open(): Opened<Name> {
    if (this.#closed) throw new Error("The session store is closed.");
    if (this.path !== ":memory:") {
      mkdirSync(dirname(this.path), { recursive: true });
      closeSync(openSync(this.path, "a", 0o600));
      this.#inode = this.#inodeNow();
    }
    const db = new DatabaseSync(this.path, { timeout: 0 });
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${this.#schema}`);
      const names = Object.keys(this.#statements) as Name[];
      const prepared = names.map((name) => [name, db.prepare(this.#statements[name])] as const);
      return { db, run: Object.fromEntries(prepared) as Opened<Name>["run"] };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Renames the broken file so that a new one is made; false if that was done within a minute, or can't be. */
  #putAside(error: unknown): boolean {
    const now = this.#options.now();
    if (this.path === ":memory:" || now - this.#putAsideAt < ASIDE_MS) return false;
    this.#drop();
    // Another process has done it.
    if (this.#inodeNow() !== this.#inode) return true;
    this.#putAsideAt = now;
    const keptAs = `${this.path}.broken-${new Date(now).toISOString().replaceAll(":", "-")}`;
    try {
      // The file last: once it is gone, another process may begin a new one with a log of its own.
      for (const suffix of ["-wal", "-shm", ""]) renameIfThere(this.path + suffix, keptAs + suffix);
    } catch (fault) {
      this.#options.onFault(fault);
      return false;
    }
    this.#options.onBroken(error, keptAs);
    return true;
  }

  #inodeNow(): bigint | undefined {
    if (this.path === ":memory:") return undefined;
    return statSync(this.path, { bigint: true, throwIfNoEntry: false })?.ino;
  }

  #drop(): void {
    const opened = this.#opened;
    if (!opened) return;
    // The memory store lives in its connection: dropping that after a fault would sign everybody out.
    if (this.path === ":memory:" && !this.#closed) return;
    this.#opened = undefined;
    try {
      opened.db.close();
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}

function renameIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

/** By SQLite's primary result code, the lowest byte of the extended one. */
function isOne(error: unknown, wanted: readonly number[]): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" && wanted.includes(errcode & 0xff);
}
