import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts } from "#provider/data/accounts.ts";
import { insert, type Migration } from "#provider/store/store.ts";
import { findBranch, macOf } from "./banks.ts";

const schema = `
CREATE TABLE sage_accounts (
  link_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  number TEXT NOT NULL,
  option_text TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  company_name TEXT NOT NULL
);
CREATE INDEX sage_accounts_by_client ON sage_accounts (client_id);

CREATE TABLE direct_debits (
  direct_debit_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  contact_id INTEGER,
  link_id INTEGER NOT NULL UNIQUE REFERENCES sage_accounts,
  bank_sort_code TEXT NOT NULL,
  bank_account_number TEXT NOT NULL,
  bank_account_name TEXT NOT NULL,
  bank_name TEXT NOT NULL DEFAULT '',
  mac TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  letter TEXT NOT NULL DEFAULT 'there' CHECK (letter IN ('there', 'none', 'failing')),
  row_version INTEGER NOT NULL DEFAULT 1,
  changed_by TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE INDEX direct_debits_by_client ON direct_debits (client_id);

CREATE TABLE direct_debit_events (
  event_id INTEGER PRIMARY KEY,
  direct_debit_id INTEGER,
  client_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  logged_at INTEGER NOT NULL
);
`;

/** Account number, sort code, bank account number, account holder, and the state of the letter. */
const demoDirectDebits = [
  ["HAR001", "202959", "63748472", "HARBOUR & PINE LTD", "there"],
  ["HAR002", "089999", "66374958", "HARBOUR AND PINE NO 2", "there"],
  ["HAR003", "107999", "88837491", "H&P (Pickering)", "none"],
  ["HPR001", "871427", "46238510", "HARBOUR & PINE RETAIL", "there"],
  ["HPR002", "118765", "64371389", "H&P RETAIL YORK", "failing"],
  ["BRI001", "202959", "63748472", "BRIGHTWATER DENTAL", "there"],
  ["NOR001", "180002", "00000190", "NORTHGATE LOGISTICS", "there"],
] as const;

/** The Sage accounts, with direct debits for some of them. Every account number of the Retail company has one. */
export const directDebitMigration: Migration = {
  schema,
  fill(db, now) {
    for (const { clientId, name, numbers } of accounts) {
      for (const [index, number] of numbers.entries()) {
        const companyName = index % 2 === 0 ? "Larkfield Communications Ltd" : "Larkfield Voice Ltd";
        insert(db, "sage_accounts", {
          client_id: clientId,
          number,
          option_text: optionText(number, name, companyName),
          company_id: 1 + (index % 2),
          company_name: companyName,
        });
      }
    }
    for (const directDebit of demoDirectDebits) addDirectDebit(db, now, directDebit);
  },
};

/** NOR002 has four parts rather than three, so that the portal can't split its text. */
function optionText(number: string, name: string, companyName: string): string {
  return `${number} - ${number === "NOR002" ? "Northgate - Depots" : name} - ${companyName}`;
}

function addDirectDebit(
  db: DatabaseSync,
  now: Date,
  [number, sortCode, accountNumber, holder, letter]: (typeof demoDirectDebits)[number],
) {
  const sageAccount = db
    .prepare("SELECT link_id, client_id FROM sage_accounts WHERE number = ?")
    .get(number)!;
  insert(db, "direct_debits", {
    client_id: sageAccount.client_id!,
    link_id: sageAccount.link_id!,
    bank_sort_code: sortCode,
    bank_account_number: accountNumber,
    bank_account_name: holder,
    bank_name: findBranch(sortCode)?.BankName ?? "",
    mac: macOf(sortCode, accountNumber),
    reference: `LF-${number}`,
    correlation_id: `00000000-0000-4000-8000-00000000${String(sageAccount.link_id).padStart(4, "0")}`,
    letter,
    created_at: now.getTime() - 200 * millisecondsInDay,
  });
}
