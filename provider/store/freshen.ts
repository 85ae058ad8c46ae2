import type { DatabaseSync } from "node:sqlite";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Keeps the demo from growing stale: data left alone for weeks is moved forward by whole weeks, so that weekdays
 * and the order of things stay as they were. Less than a week changes nothing. New data gets its clock.
 */
export function freshen(db: DatabaseSync, now: Date, tables: readonly string[]): void {
  db.exec(
    "CREATE TABLE IF NOT EXISTS demo_clock (id INTEGER PRIMARY KEY CHECK (id = 1), anchored_at INTEGER NOT NULL)",
  );
  db.prepare("INSERT OR IGNORE INTO demo_clock (id, anchored_at) VALUES (1, ?)").run(now.getTime());
  const anchoredAt = Number(db.prepare("SELECT anchored_at FROM demo_clock").get()?.anchored_at);
  const shift = Math.floor((now.getTime() - anchoredAt) / WEEK_MS) * WEEK_MS;
  if (shift <= 0) return;
  for (const table of ["demo_clock", ...tables]) move(db, table, shift);
}

function move(db: DatabaseSync, table: string, shift: number): void {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info(?) WHERE name LIKE '%\\_at' ESCAPE '\\'")
    .all(table)
    .map(({ name }) => `${String(name)} = ${String(name)} + ${shift}`);
  db.exec(`UPDATE ${table} SET ${columns.join(", ")}`);
}
