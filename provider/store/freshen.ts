import type { DatabaseSync } from "node:sqlite";
import { tablesThatStayFresh } from "./migrations.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Keeps the demo from growing stale: data left alone for weeks is moved forward by whole weeks, so that
 * weekdays and the order of things stay as they were. Less than a week changes nothing.
 */
export function freshen(db: DatabaseSync, now: Date): void {
  const clock = db.prepare("SELECT anchored_at FROM demo_clock").get() as { anchored_at: number } | undefined;
  const anchoredAt = clock?.anchored_at ?? now.getTime();
  const shift = Math.floor((now.getTime() - anchoredAt) / WEEK_MS) * WEEK_MS;
  if (!clock) {
    db.prepare("INSERT INTO demo_clock (id, anchored_at) VALUES (1, ?)").run(anchoredAt);
  } else if (shift > 0) {
    for (const table of tablesThatStayFresh) move(db, table, shift);
  }
}

function move(db: DatabaseSync, table: string, shift: number): void {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info(?) WHERE name LIKE '%\\_at' ESCAPE '\\'")
    .all(table) as { name: string }[];
  db.exec(`UPDATE ${table} SET ${columns.map(({ name }) => `${name} = ${name} + ${shift}`).join(", ")}`);
}
