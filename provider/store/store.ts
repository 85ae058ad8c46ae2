import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seed } from "../data/seed.ts";
import { freshen } from "./freshen.ts";
import { migrations } from "./migrations.ts";

/**
 * Opens the provider's data: migrates it, fills it with the demo when it is new, and brings old demo dates up
 * to now. `:memory:` gives data that ends with the process. Throws when the file cannot be opened.
 */
export function openStore(file: string, now: Date): DatabaseSync {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  // The portal's own tests and the event CLI may look into the file while the provider writes.
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000",
  );
  inTransaction(db, () => {
    const isNew = migrate(db);
    if (isNew) seed(db, now);
    freshen(db, now);
  });
  return db;
}

/** Runs `work` wholly or not at all. */
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

function migrate(db: DatabaseSync): boolean {
  const { user_version: done } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  for (const step of migrations.slice(done)) db.exec(step);
  db.exec(`PRAGMA user_version = ${migrations.length}`);
  return done === 0;
}
