import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freshen } from "./freshen.ts";
import { demoSteps, type Step } from "./steps.ts";

/**
 * Opens the provider's data: takes the steps it lacks, demo contents included, and brings old demo
 * dates up to now. `:memory:` gives data that ends with the process. Throws when the file cannot be opened.
 */
export function openStore(file: string, now: Date, steps: readonly Step[] = demoSteps): DatabaseSync {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  // The portal's own tests and the event CLI may look into the file while the provider writes.
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000",
  );
  inTransaction(db, () => {
    const done = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    // Before new steps are taken: what they add is of now already.
    const moving = steps.slice(0, done).flatMap((step) => step.moving);
    freshen(db, now, moving);
    for (const { schema, fill } of steps.slice(done)) {
      db.exec(schema);
      fill(db, now);
    }
    db.exec(`PRAGMA user_version = ${steps.length}`);
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
