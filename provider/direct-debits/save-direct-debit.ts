import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import {
  conflictText,
  findOrFakeOtherEditor,
  readComplete,
  requireValid,
  updateVersion,
} from "#provider/portal-api/csla.ts";
import { badRequest, notFound } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { textOf } from "#provider/rules/checks.ts";
import { directDebitRules } from "#provider/rules/direct-debit-rules.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { brokenRule, type BrokenRule } from "#provider/rules/rule.ts";
import { insert, type Row } from "#provider/store/store.ts";
import { macOf } from "./banks.ts";

const text = z.string().nullish().transform(textOf);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const sentDirectDebit = z.looseObject({
  directDebitId: z.coerce.number().nullish(),
  rowVersion: text,
  sageAccountLinkId: z.coerce.number().nullish(),
  sageAccountNumber: text,
  bankSortCode: text,
  bankAccountNumber: text,
  bankAccountName: text,
  bankName: text,
  bankAccountVerificationMAC: text,
  accountHolderConfirm: flag,
  accountAuthConfirm: flag,
  modulusFailed: flag,
});
export type SentDirectDebit = z.output<typeof sentDirectDebit>;

/** Parses a direct debit that was sent. Throws a 400 refusal if it's invalid, or lacks fields that it had when it was read. */
export const getDirectDebit = (body: unknown) => readComplete(sentDirectDebit, body);

/** SQL of direct debits joined with their Sage accounts. */
export const directDebitTable = "(SELECT * FROM direct_debits JOIN sage_accounts USING (link_id, client_id))";

/** One of the account's direct debits. Throws a 404 refusal if it has none with this id. */
export function findDirectDebit(db: DatabaseSync, { clientId }: Pick<Call, "clientId">, id: unknown): Row {
  const row = db
    .prepare(`SELECT * FROM ${directDebitTable} WHERE client_id = ? AND direct_debit_id = ?`)
    .get(clientId, Number(id));
  if (!row) throw notFound();
  return row;
}

/** Sets up a direct debit. Throws a 400 refusal for broken rules, or if the Sage account already has one. */
export function createDirectDebit(db: DatabaseSync, now: Date, call: Call, sent: SentDirectDebit): void {
  const sageAccount = db
    .prepare(
      `SELECT link_id, number, (SELECT count(*) FROM direct_debits WHERE link_id = ?1) AS used FROM sage_accounts
       WHERE link_id = ?1 AND client_id = ?2 AND number = ?3`,
    )
    .get(sent.sageAccountLinkId ?? 0, call.clientId, sent.sageAccountNumber);
  const problem = !sageAccount
    ? "Select the correct account for this Direct Debit to continue"
    : sageAccount.used && "You can only have a single Direct Debit for each account.";
  const findings = problem ? [finding("SageAccountNumber", problem)] : [];
  requireValid([...findBrokenRules(directDebitRules, sent), ...findings, ...bankFindings(sent)], true);
  insert(db, "direct_debits", {
    ...columnsOf(call, sent),
    client_id: call.clientId,
    link_id: sageAccount!.link_id!,
    reference: `LF-${String(sageAccount!.number)}`,
    letter: letterOf(sent),
    created_at: now.getTime(),
  });
}

const finding = (property: string, description?: string) => brokenRule(property, "DirectDebit", description);

/** Changes a direct debit, but not its Sage account. Throws a 400 refusal for broken rules or a conflict. */
export function editDirectDebit(db: DatabaseSync, call: Call, sent: SentDirectDebit): void {
  const row = findDirectDebit(db, call, sent.directDebitId);
  const change = (changes: Parameters<typeof updateVersion>[4]) =>
    updateVersion(db, "direct_debits", "direct_debit_id", row, changes);
  requireValid([...findBrokenRules(directDebitRules, sent), ...bankFindings(sent)], true);
  const otherEditor = findOrFakeOtherEditor(row, sent.rowVersion, sent.bankAccountName, (changed_by) =>
    change({ changed_by, bank_account_name: "PRIYA WAS HERE" }),
  );
  if (otherEditor !== undefined) throw badRequest(conflictText("Direct Debit", otherEditor));
  change({ ...columnsOf(call, sent), letter: letterOf(sent) });
}

function columnsOf({ caller }: Call, sent: SentDirectDebit) {
  return {
    bank_sort_code: sent.bankSortCode,
    bank_account_number: sent.bankAccountNumber,
    bank_account_name: sent.bankAccountName,
    bank_name: sent.bankName,
    mac: sent.bankAccountVerificationMAC,
    correlation_id: randomUUID(),
    changed_by: caller.claims.name,
  };
}

function letterOf({ bankAccountName }: SentDirectDebit): string {
  return { "no letter": "none", "failing letter": "failing" }[bankAccountName.toLowerCase()] ?? "there";
}

/** Refuses numbers that failed the bank check, or that differ from the ones that passed. Accepts unchecked numbers. */
function bankFindings(sent: SentDirectDebit): BrokenRule[] {
  const {
    bankSortCode,
    bankAccountNumber,
    bankAccountVerificationMAC: mac,
    bankAccountName,
    modulusFailed,
  } = sent;
  const isForOtherNumbers = mac !== "" && mac !== macOf(bankSortCode, bankAccountNumber);
  const bannedProperty = { banned: "BankAccountName", payroll: "PayrollNumber" }[
    bankAccountName.toLowerCase()
  ];
  return [
    ...(modulusFailed
      ? [finding("BankAccountNumber", "The sort code and account number didn't pass the check.")]
      : []),
    ...(isForOtherNumbers
      ? [finding("BankAccountNumber", "These aren't the numbers that were checked.")]
      : []),
    ...(bannedProperty ? [finding(bannedProperty)] : []),
  ];
}
