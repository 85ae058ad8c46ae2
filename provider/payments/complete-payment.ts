import { decryptFields } from "#provider/card/opayo-crypt.ts";
import { badRequest, notFound, parseOrRefuse, type Refusal } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { inTransaction, update, type Row } from "#provider/store/store.ts";
import { paymentCompletion } from "#shared/portal-api/payments.ts";
import type { PaymentContext } from "./begin-payment.ts";
import { recordCall, type LedgerOutcome } from "./ledger.ts";
import { freeInvoices, holdInvoices } from "./payable-invoices.ts";
import { causeFault, namesScenario } from "./payment-scenarios.ts";

/** How long a paid invoice still shows as pending. */
const SETTLE_MS = 2 * 60 * 1000;

/** Opayo's statuses for money taken. */
const takenStatuses = ["OK", "AUTHENTICATED", "REGISTERED"];

interface Receipt {
  readonly paymentDate: string;
  readonly vendorTxCode: string;
  readonly amount: number;
  readonly cardType: string;
  /** Null if no money was taken. */
  readonly txAuthNo: string | null;
}

interface Result {
  readonly receipt: Receipt;
  readonly refusal?: string;
}

/** A payment's outcome, and the surname that chooses scenarios. */
export interface Completion {
  readonly surname: string;
  readonly outcome: Receipt | Refusal;
}

/**
 * Completes a card payment with the result in its crypt; a repeated call returns the first result. Throws refusals: 404
 * for another account's payment, 400 for another payment's crypt. Records every call.
 */
export function completePayment(context: PaymentContext, { body, caller, clientId }: Call): Completion {
  const { db, now } = context;
  const { paymentId, crypt } = parseOrRefuse(paymentCompletion, body);
  const record = (outcome: LedgerOutcome, payment?: Row, detail?: string) =>
    recordCall(
      db,
      {
        call: "Complete",
        outcome,
        clientId,
        subject: caller.claims.sub,
        paymentId,
        detail,
        ...(payment && {
          surname: String(payment.surname),
          invoiceNumbers: invoicesOf(payment),
          amountPence: Number(payment.amount_pence),
        }),
      },
      now(),
    );
  const payment = db
    .prepare("SELECT * FROM payments WHERE payment_id = ? AND client_id = ?")
    .get(paymentId, clientId);
  if (!payment) {
    record("unknown");
    throw notFound();
  }
  if (payment.state !== "begun") {
    record("duplicate", payment, String(payment.state));
    return completion(payment, JSON.parse(String(payment.result)) as Result);
  }
  void causeFault("atComplete", String(payment.surname));
  const result = readResult(context, payment, crypt);
  if (!result) {
    record("unreadable", payment);
    throw badRequest("The payment details couldn't be read.");
  }
  finish(context, payment, result);
  record(result.refusal === undefined ? "paid" : "failed", payment, result.refusal);
  return completion(payment, result);
}

/** The crypt's result; undefined unless it's for this payment. */
function readResult({ now, password }: PaymentContext, payment: Row, crypt: string): Result | undefined {
  const fields = decryptFields(crypt, password);
  const pence = Math.round(Number(fields?.Amount?.replaceAll(",", "")) * 100);
  const isForThisPayment = fields?.VendorTxCode === payment.vendor_tx_code && pence === payment.amount_pence;
  // A crypt without a status is the one that the payment was requested with.
  if (!isForThisPayment || !fields?.Status) return undefined;
  const receipt = {
    paymentDate: now().toISOString(),
    vendorTxCode: String(payment.vendor_tx_code),
    amount: pence / 100,
    cardType: fields.CardType ?? "",
    txAuthNo: namesScenario(String(payment.surname), "nocode") ? null : (fields.TxAuthNo ?? null),
  };
  if (takenStatuses.includes(fields.Status)) return { receipt };
  return { receipt, refusal: fields.StatusDetail ?? "The payment wasn't taken." };
}

function finish({ db, now }: PaymentContext, payment: Row, result: Result): void {
  const paymentId = String(payment.payment_id);
  const isPaid = result.refusal === undefined;
  const settleMs = namesScenario(String(payment.surname), "prompt") ? 0 : SETTLE_MS;
  const until = new Date(now().getTime() + settleMs);
  inTransaction(db, () => {
    const changes = { result: JSON.stringify(result), finished_at: now().getTime() };
    update(db, "payments", { payment_id: paymentId }, { ...changes, state: isPaid ? "paid" : "failed" });
    if (isPaid) holdInvoices(db, invoicesOf(payment), { paymentId, isTaken: true, until });
    else freeInvoices(db, paymentId);
  });
}

function completion(payment: Row, { receipt, refusal }: Result): Completion {
  const surname = String(payment.surname);
  // With 'Recorded', the API records a failed payment without refusing the call, as some APIs do.
  const isReceipt = refusal === undefined || namesScenario(surname, "recorded");
  return { surname, outcome: isReceipt ? receipt : badRequest(refusal) };
}

function invoicesOf(payment: Row): string[] {
  return JSON.parse(String(payment.invoice_numbers)) as string[];
}
