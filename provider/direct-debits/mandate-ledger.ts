import type { DatabaseSync } from "node:sqlite";
import { Refusal } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { insert, type Migration } from "#provider/store/store.ts";
import type { SentDirectDebit } from "./save-direct-debit.ts";

/** The table with all saves of direct debits. */
export const mandateLedgerMigration: Migration = {
  schema: `
CREATE TABLE direct_debit_saves (
  save_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL,
  call TEXT NOT NULL CHECK (call IN ('Create', 'Edit')),
  number TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('saved', 'refused')),
  called_at INTEGER NOT NULL
);
`,
};

/** Saves a direct debit and records the outcome, even if it's refused. A scenario may still lose the answer after that. */
export function saveAndRecord(
  db: DatabaseSync,
  now: Date,
  { clientId }: Pick<Call, "clientId">,
  call: "Create" | "Edit",
  { sageAccountNumber: number }: SentDirectDebit,
  save: () => void,
): void {
  const record = (outcome: "saved" | "refused") => {
    const entry = { call, number, outcome, called_at: now.getTime() };
    insert(db, "direct_debit_saves", { client_id: clientId, ...entry });
  };
  try {
    save();
  } catch (error) {
    if (error instanceof Refusal) record("refused");
    throw error;
  }
  record("saved");
}

/** Every save of a direct debit that reached the API, oldest first, for `/control/mandates`. */
export function readMandateLedger(db: DatabaseSync) {
  return db
    .prepare("SELECT * FROM direct_debit_saves ORDER BY save_id")
    .all()
    .map((row) => ({
      call: String(row.call),
      clientId: String(row.client_id),
      number: String(row.number),
      outcome: String(row.outcome),
      time: new Date(Number(row.called_at)).toISOString(),
    }));
}
