import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { encryptFields } from "#provider/card/opayo-crypt.ts";
import { parseOrRefuse, Refusal } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { insert, inTransaction } from "#provider/store/store.ts";
import { paymentDetails, type CardPaymentStart, type PaymentDetails } from "#shared/portal-api/payments.ts";
import { recordCall, type LedgerEntry } from "./ledger.ts";
import { findPayableInvoices, holdInvoices, settleInvoices } from "./payable-invoices.ts";
import { checkPayment } from "./payment-checks.ts";
import { causeFault, namesScenario } from "./payment-scenarios.ts";

/** After this time, the invoices of a payment that was never completed can be paid again. */
const PENDING_MS = 30 * 60 * 1000;

/** What payments depend on. */
export interface PaymentContext {
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly portalUrl: string;
  readonly registerUrl: string;
  readonly vendor: string;
  /** Begin's answer has the payment's id. */
  readonly namesPayments: boolean;
  /** Shared with the card provider; 16 characters. */
  readonly password: string;
}

/** Begins a card payment and marks its invoices as pending. Records the call, even if it's refused. */
export function beginPayment(context: PaymentContext, { body, caller, clientId }: Call): CardPaymentStart {
  const { db, now } = context;
  const entry: Omit<LedgerEntry, "outcome"> = { call: "Begin", clientId, subject: caller.claims.sub };
  let ledgerDetails: Partial<LedgerEntry> = {};
  try {
    const sent = parseOrRefuse(paymentDetails, body);
    const details = { ...sent, invoiceNumbers: sent.invoiceNumbers.map(String) };
    const amountPence = Math.round(details.paymentAmount * 100);
    ledgerDetails = { surname: details.billingSurname, invoiceNumbers: details.invoiceNumbers, amountPence };
    settleInvoices(db, now());
    const invoices = findPayableInvoices(db, clientId, details.invoiceNumbers);
    checkPayment(db, clientId, details, invoices);
    void causeFault("atBegin", details.billingSurname);
    const paymentId = randomUUID();
    const start = storePayment(context, clientId, paymentId, details);
    recordCall(db, { ...entry, ...ledgerDetails, outcome: "started", paymentId }, now());
    return start;
  } catch (error) {
    const detail = error instanceof Refusal ? JSON.stringify(error.body) : "failed";
    recordCall(db, { ...entry, ...ledgerDetails, outcome: "refused", detail }, now());
    throw error;
  }
}

function storePayment(
  context: PaymentContext,
  clientId: string,
  paymentId: string,
  details: PaymentDetails,
): CardPaymentStart {
  const { db, now } = context;
  const invoiceNumbers = [...new Set(details.invoiceNumbers.map(String))];
  const vendorTxCode = `LF-${invoiceNumbers[0]}-${randomBytes(8).toString("hex")}`;
  inTransaction(db, () => {
    insert(db, "payments", {
      payment_id: paymentId,
      client_id: clientId,
      vendor_tx_code: vendorTxCode,
      amount_pence: Math.round(details.paymentAmount * 100),
      invoice_numbers: JSON.stringify(invoiceNumbers),
      surname: details.billingSurname,
      begun_at: now().getTime(),
    });
    const until = new Date(now().getTime() + PENDING_MS);
    holdInvoices(db, invoiceNumbers, { paymentId, isTaken: false, until });
  });
  const fields = cardFields(context, details, { vendorTxCode, paymentId, invoiceNumbers });
  return {
    sagePayUrl: namesScenario(details.billingSurname, "elsewhere")
      ? "https://cards.elsewhere.example/pay"
      : context.registerUrl,
    vpsProtocol: "4.00",
    txType: "PAYMENT",
    vendor: context.vendor,
    crypt: encryptFields(fields, context.password),
    ...(context.namesPayments && { paymentId }),
  };
}

interface Registration {
  readonly vendorTxCode: string;
  readonly paymentId: string;
  readonly invoiceNumbers: readonly string[];
}

/** Opayo Form's request fields. It requires a delivery address, so that repeats the billing address. */
function cardFields(
  { portalUrl }: PaymentContext,
  details: PaymentDetails,
  { vendorTxCode, paymentId, invoiceNumbers }: Registration,
): Record<string, string> {
  const address = {
    Surname: details.billingSurname,
    Firstnames: details.billingFirstnames,
    Address1: details.billingAddress1,
    ...(details.billingAddress2 && { Address2: details.billingAddress2 }),
    City: details.billingCity,
    PostCode: details.billingPostCode,
    Country: details.billingCountry,
  };
  const prefixed = (prefix: string) =>
    Object.fromEntries(Object.entries(address).map(([name, value]) => [prefix + name, value]));
  return {
    VendorTxCode: vendorTxCode,
    Amount: details.paymentAmount.toFixed(2),
    Currency: "GBP",
    Description: describe(invoiceNumbers),
    SuccessURL: `${portalUrl}/invoices/payment-succeeded?paymentId=${paymentId}`,
    FailureURL: `${portalUrl}/invoices/payment-failed?paymentId=${paymentId}`,
    CustomerName: `${details.billingFirstnames} ${details.billingSurname}`,
    ...prefixed("Billing"),
    ...prefixed("Delivery"),
  };
}

/** A description of at most 100 characters, Opayo's limit. */
function describe(invoiceNumbers: readonly string[]): string {
  const listed = invoiceNumbers.slice(0, 8).join(", ");
  const unlisted = invoiceNumbers.length - 8;
  return `Invoice${invoiceNumbers.length > 1 ? "s" : ""} ${listed}${unlisted > 0 ? ` and ${unlisted} more` : ""}`;
}
