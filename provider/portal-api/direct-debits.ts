import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { letterPdf } from "#provider/direct-debits/letters.ts";
import { saveAndRecord } from "#provider/direct-debits/mandate-ledger.ts";
import {
  createDirectDebit,
  directDebitTable,
  editDirectDebit,
  findDirectDebit,
  getDirectDebit,
} from "#provider/direct-debits/save-direct-debit.ts";
import { directDebitRules } from "#provider/rules/direct-debit-rules.ts";
import { saveWithFaultNamedIn } from "#provider/scenarios/named-faults.ts";
import { insert, type Row } from "#provider/store/store.ts";
import { businessObject, rowVersionText } from "./csla.ts";
import { listAnswer } from "./list-request.ts";
import { notFound, parseOrRefuse } from "./refusal.ts";
import { route, type Route, type RouteOptions } from "./route.ts";
import { rulesRoute } from "./validation-rules.ts";

const access = "Orders";
const listShape = {
  table: directDebitTable,
  columns: {
    directdebitid: "direct_debit_id",
    sageaccountnumber: "number",
    banksortcode: "bank_sort_code",
    bankaccountnumber: "bank_account_number",
    bankaccountname: "bank_account_name COLLATE NOCASE",
    bankname: "bank_name COLLATE NOCASE",
    directdebitreference: "reference",
  },
  search: ["number", "bank_sort_code", "bank_account_number", "bank_account_name", "bank_name", "reference"],
  defaultSort: "directDebitId ASC",
  defaultPageSize: 1000,
  tieBreak: "direct_debit_id",
};

const downloadEvent = z.object({
  directDebitId: z.coerce.number(),
  eventCorrelationId: z.string().nullish(),
  eventName: z.string().min(1).max(100),
  eventStatus: z.string().min(1).max(100),
});

/** `DirectDebit/*`. Create returns null, so its caller has to find the new one in the list. */
export function directDebitRoutes({ db, now, pause }: RouteOptions): Route[] {
  return [
    rulesRoute("/DirectDebit/GetValidationRules", access, () => directDebitRules),
    route("GET /DirectDebit/GetDirectDebits", access, (call) => listAnswer(db, call, listShape, asObject)),
    route("GET /DirectDebit/GetSageAccountsOfClient", access, ({ clientId, query }) => {
      const includeUsed = query.get("includeUsedAccounts")?.toLowerCase() === "true";
      return { body: sageAccounts(db, clientId, includeUsed) };
    }),
    route("GET /DirectDebit/Create", access, ({ clientId }) => ({ body: asObject(blankRow(clientId)) })),
    route("POST /DirectDebit/Create", access, async (call) => {
      const sent = getDirectDebit(call.body);
      await saveWithFaultNamedIn(sent.bankAccountName, pause, () =>
        saveAndRecord(db, now(), call, "Create", sent, () => createDirectDebit(db, now(), call, sent)),
      );
      return { body: null };
    }),
    route("GET /DirectDebit/Edit/:id", access, (call) => ({
      body: asObject(findDirectDebit(db, call, call.params.id)),
    })),
    route("PUT /DirectDebit/Edit", access, async (call) => {
      const sent = getDirectDebit(call.body);
      await saveWithFaultNamedIn(sent.bankAccountName, pause, () =>
        saveAndRecord(db, now(), call, "Edit", sent, () => editDirectDebit(db, call, sent)),
      );
      return { body: asObject(findDirectDebit(db, call, sent.directDebitId)) };
    }),
    route("GET /DirectDebit/GetDirectDebitLetter", access, async (call) => {
      const row = findDirectDebit(db, call, call.query.get("directDebitId"));
      if (row.letter !== "there") throw notFound();
      return { body: (await letterPdf(db, row)).toString("base64") };
    }),
    route("POST /DirectDebit/LogDirectDebitLetterDownloadEvent", access, ({ caller, clientId, body }) => {
      const event = parseOrRefuse(downloadEvent, body);
      findDirectDebit(db, { clientId }, event.directDebitId);
      insert(db, "direct_debit_events", {
        direct_debit_id: event.directDebitId,
        client_id: clientId,
        subject: caller.claims.sub,
        correlation_id: event.eventCorrelationId ?? "",
        name: event.eventName,
        status: event.eventStatus,
        logged_at: now().getTime(),
      });
      return { body: null };
    }),
  ];
}

function sageAccounts(db: DatabaseSync, clientId: string, includeUsed: boolean): unknown[] {
  return db
    .prepare(
      `SELECT link_id AS id, option_text AS name FROM sage_accounts
       WHERE client_id = ? AND (? OR link_id NOT IN (SELECT link_id FROM direct_debits)) ORDER BY number`,
    )
    .all(clientId, Number(includeUsed));
}

function blankRow(clientId: string): Row {
  return {
    direct_debit_id: 0,
    link_id: 0,
    contact_id: 0,
    company_id: 0,
    row_version: 0,
    client_id: clientId,
    number: "",
    company_name: "",
    bank_sort_code: "",
    bank_account_number: "",
    bank_account_name: "",
    bank_name: "",
    mac: "",
    reference: "",
    correlation_id: "",
  };
}

function asObject(row: Row) {
  const isNew = row.direct_debit_id === 0;
  return businessObject({
    directDebitId: row.direct_debit_id,
    rowVersion: rowVersionText(Number(row.row_version)),
    clientId: row.client_id,
    contactId: row.contact_id,
    bankSortCode: row.bank_sort_code,
    bankAccountNumber: row.bank_account_number,
    bankAccountName: row.bank_account_name,
    bankName: row.bank_name,
    bankAccountVerificationMAC: row.mac,
    directDebitReference: row.reference,
    sageAccountNumber: row.number,
    sageAccountLinkId: row.link_id,
    sage200CompanyId: row.company_id,
    sage200CompanyName: row.company_name,
    selectedSageAccount: row.option_text ?? "",
    accountHolderConfirm: !isNew,
    accountAuthConfirm: !isNew,
    modulusCheck: null,
    previousModulusCheck: null,
    modulusFailed: false,
    eventCorrelationId: row.correlation_id,
    isNew,
  });
}
