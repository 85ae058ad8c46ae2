import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay, millisecondsInSecond } from "date-fns/constants";
import {
  addNotification,
  lineCheckFailed,
  lineCheckFinished,
  type LineCheckResult,
} from "#provider/data/notifications.ts";
import type { Hub } from "#provider/hub/hub.ts";
import { notFound } from "#provider/portal-api/refusal.ts";
import { insert, inTransaction, update, type Row } from "#provider/store/store.ts";
import { outcomeOf, resultOf } from "./line-outcomes.ts";

const TICK_MS = 500;

interface LineRequest {
  readonly cli: string;
  readonly postcode: string;
  readonly faultCode: string;
}

/** Starts line tests and ends them. */
export interface LineTests {
  /** Begins a test; returns its check's id. */
  begin(clientId: string, request: LineRequest): number;
  /** Ends all running tests straight away, except those that never end. */
  finish(): void;
  stop(): void;
}

interface LineTestOptions {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly sendEvent: Hub["send"];
  /** How long a test takes. */
  readonly seconds: number;
}

/** Line tests, which end after `seconds` with a notification and a hub event. */
export function createLineTests({ db, now, sendEvent, seconds }: LineTestOptions): LineTests {
  const finishDue = (time: number) => {
    const due = db.prepare("SELECT * FROM line_tests WHERE ended_at IS NULL AND due_at <= ?").all(time);
    for (const row of due) {
      let event: ReturnType<typeof finishTest> | undefined;
      inTransaction(db, () => (event = finishTest(db, row, now())));
      if (event) sendEvent(String(row.client_id), event.name, { lineFaultCheckId: event.id });
    }
  };
  const timer = setInterval(() => finishDue(now().getTime()), TICK_MS);
  timer.unref();
  return {
    begin(clientId, { cli, postcode, faultCode }) {
      const begunAt = now().getTime();
      // An endless test is due later than `finish` looks ahead.
      const duration = outcomeOf(cli) === "endless" ? 2 * millisecondsInDay : seconds * millisecondsInSecond;
      const dueAt = begunAt + duration;
      const id = insert(db, "line_fault_checks", { client_id: clientId, failure: null, finished_at: dueAt });
      insert(db, "line_tests", {
        line_fault_check_id: id,
        client_id: clientId,
        cli,
        postcode,
        fault_code: faultCode,
        begun_at: begunAt,
        due_at: dueAt,
      });
      return id;
    },
    finish: () => finishDue(now().getTime() + millisecondsInDay),
    stop: () => clearInterval(timer),
  };
}

/** Ends a test; returns the hub's event, or undefined for a number whose end the hub doesn't announce. */
function finishTest(db: DatabaseSync, row: Row, now: Date) {
  const key = { line_fault_check_id: row.line_fault_check_id! };
  const clientId = String(row.client_id);
  const cli = String(row.cli);
  const result = resultOf(cli);
  update(db, "line_tests", key, { ended_at: now.getTime() });
  if (result.isReported) reportFault(db, row, now);
  const check: LineCheckResult = { id: String(key.line_fault_check_id), error: result.error };
  const state = { issuedAt: now.getTime(), status: 0, readAt: null };
  const text = result.isFailureEvent ? lineCheckFailed : lineCheckFinished;
  addNotification(db, clientId, text, state, check);
  const name = result.isFailureEvent ? ("FailedLineFaultCheck" as const) : ("LineFaultCheck" as const);
  return outcomeOf(cli) === "silent" ? undefined : { name, id: check.id };
}

/** Stores a trouble report with its ticket, as if the network operator had raised it. */
function reportFault(db: DatabaseSync, { client_id, line_fault_check_id: id, cli }: Row, now: Date): void {
  const firstId = (table: string, column: string) =>
    db.prepare(`SELECT min(${column}) AS id FROM ${table} WHERE client_id = ?`).get(client_id!)!.id!;
  const ticket = insert(db, "tickets", {
    client_id: client_id!,
    address_id: firstId("addresses", "address_id"),
    contact_id: firstId("contacts", "contact_id"),
    category: "Calls & Lines",
    subject: `Fault on line ${String(cli)}`,
    details: "A line test found this fault and reported it.",
    status_id: 0,
    priority_id: 2,
    logged_at: now.getTime(),
    updated_at: now.getTime(),
  });
  insert(db, "line_reports", {
    line_fault_check_id: id!,
    support_ticket_id: ticket,
    raised_at: now.getTime(),
  });
}

/** The number for a seeded check, which was never requested for a line. */
const demoLineNumber = (id: number) => `01947600${[100, 200, 300, 400][id % 4]}`;

/** One of the account's checks, as LineFaultCheckStatus returns it. Throws a 404 refusal. */
export function getLineCheck(db: DatabaseSync, clientId: string, id: string) {
  const row = db
    .prepare(
      `SELECT line_fault_check_id AS id, failure, cli, postcode, begun_at, ended_at, no_fault_check_list, support_ticket_id,
         address.line1, address.town, address.county, address.post_code
       FROM line_fault_checks AS checks
       LEFT JOIN line_tests USING (line_fault_check_id) LEFT JOIN line_acceptances USING (line_fault_check_id)
       LEFT JOIN line_reports USING (line_fault_check_id)
       JOIN addresses AS address ON address.client_id = checks.client_id AND address.is_primary
       WHERE checks.client_id = ? AND line_fault_check_id = ?`,
    )
    .get(clientId, id);
  if (!row) throw notFound();
  const cli = String(row.cli ?? demoLineNumber(Number(row.id)));
  const { isFault, hasFailed, info, careLevel, hasLineAssurance } = resultOf(cli);
  const isPending = row.begun_at !== null && row.ended_at === null;
  const isFailed = row.failure !== null || hasFailed;
  const [, number = "", street = ""] = /^(?:(\d+) ?)?(.*)$/s.exec(String(row.line1)) ?? [];
  return {
    id: row.id,
    status: isPending ? "Pending" : isFailed ? "Failed" : "Finished",
    isFault: isPending ? null : !isFailed && isFault,
    info: isPending ? null : (row.failure ?? info),
    careLevel: isPending ? null : careLevel,
    troubleReportReference: row.support_ticket_id === null ? null : `TR-${String(row.id).padStart(6, "0")}`,
    supportTicketId: row.support_ticket_id,
    noFaultCheckListConfirmed: row.no_fault_check_list === 1,
    hasLineAssurance,
    cli,
    postcode: row.postcode ?? row.post_code,
    thoroughfareNumber: number,
    thoroughfareName: street,
    postTown: row.town,
    county: row.county,
  };
}
