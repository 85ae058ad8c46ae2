import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { millisecondsInWeek } from "date-fns/constants";
import { keywordMatcher } from "#shared/portal-api/search-text.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;
/** A column's JSON, parsed; null if it's empty. */
export const fromJson = (text: Row[string] | undefined): unknown =>
  typeof text === "string" ? JSON.parse(text) : null;
type Columns = Readonly<Record<string, SQLInputValue>>;

/** A migration: an area's tables and their demo contents. */
export interface Migration {
  readonly schema: string;
  /** Fills the new tables with demo contents as of `now`. */
  readonly fill?: (db: DatabaseSync, now: Date) => void;
}

/** Preparing a statement takes longer than running it. */
class PreparingOnce extends DatabaseSync {
  readonly #prepared = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? super.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * Opens the provider's database: applies the migrations that it lacks, and moves old demo dates forward. Throws if the
 * file can't be opened.
 */
export function openStore(file: string, now: Date, migrations: readonly Migration[]): DatabaseSync {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const db = new PreparingOnce(file);
  // Tests may read the file while the provider writes, hence WAL and a busy timeout.
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000",
  );
  let last = { keyword: "", matches: keywordMatcher("") };
  db.function("has_keyword", { varargs: true }, (sent, ...texts) => {
    const keyword = String(sent);
    if (keyword !== last.keyword) last = { keyword, matches: keywordMatcher(keyword) };
    return Number(texts.some((text) => last.matches(String(text))));
  });
  inTransaction(db, () => {
    const appliedCount = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    // Before applying new migrations, because their dates are already relative to now.
    shiftOldDates(db, now);
    for (const { schema, fill } of migrations.slice(appliedCount)) {
      db.exec(schema);
      fill?.(db, now);
    }
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
  return db;
}

/** Runs `work` in a transaction, which is rolled back if it throws. */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** Inserts a row; returns its id. */
export function insert(db: DatabaseSync, table: string, row: Columns): number {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return Number(db.prepare(sql).run(...Object.values(row)).lastInsertRowid);
}

/** Updates the rows whose columns equal the values in `where`. */
export function update(db: DatabaseSync, table: string, where: Columns, changes: Columns): void {
  const assignments = (columns: Columns, separator: string) =>
    Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(separator);
  db.prepare(`UPDATE ${table} SET ${assignments(changes, ", ")} WHERE ${assignments(where, " AND ")}`).run(
    ...Object.values(changes),
    ...Object.values(where),
  );
}

/**
 * Moves old demo data's dates (all columns named `…_at`) forward, by whole weeks so that weekdays stay the same. Leaves
 * sign-ins alone, because a token really did end at that time.
 */
function shiftOldDates(db: DatabaseSync, now: Date): void {
  db.exec(
    "CREATE TABLE IF NOT EXISTS demo_clock (id INTEGER PRIMARY KEY CHECK (id = 1), anchored_at INTEGER NOT NULL)",
  );
  db.prepare("INSERT OR IGNORE INTO demo_clock (id, anchored_at) VALUES (1, ?)").run(now.getTime());
  const anchoredAt = Number(db.prepare("SELECT anchored_at FROM demo_clock").get()?.anchored_at);
  const weeks = Math.floor((now.getTime() - anchoredAt) / millisecondsInWeek);
  if (weeks <= 0) return;
  const columns = db.prepare(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t JOIN pragma_table_info(t.name) c
     WHERE t.type = 'table' AND c.name LIKE '%\\_at' ESCAPE '\\'
       AND t.name <> 'ended_tokens' AND t.name NOT LIKE 'identity\\_%' ESCAPE '\\'`,
  );
  for (const { table, column } of columns.all())
    db.exec(`UPDATE ${table} SET ${column} = ${column} + ${weeks * millisecondsInWeek}`);
}
