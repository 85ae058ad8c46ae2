import type { DatabaseSync } from "node:sqlite";
import { insert } from "#provider/store/store.ts";
import { decryptFields, encryptFields } from "./opayo-crypt.ts";
import { resultFields, type findOutcome } from "./outcomes.ts";

type Outcome = NonNullable<ReturnType<typeof findOutcome>>;

/** A payment request from the portal's crypt. */
export interface CardRequest {
  readonly vendorTxCode: string;
  readonly amount: string;
  readonly description: string;
  readonly customerName: string;
  readonly successUrl: string;
  readonly failureUrl: string;
}

/** A crypt's payment request; undefined if it can't be decrypted or lacks a field. */
export function readRequest(crypt: unknown, password: string): CardRequest | undefined {
  const fields = typeof crypt === "string" ? decryptFields(crypt, password) : undefined;
  const { VendorTxCode, Amount, Description, CustomerName = "", SuccessURL, FailureURL } = fields ?? {};
  if (!VendorTxCode || !Amount || !Description || !isWebAddress(SuccessURL) || !isWebAddress(FailureURL)) {
    return undefined;
  }
  return {
    vendorTxCode: VendorTxCode,
    amount: Amount,
    description: Description,
    customerName: CustomerName,
    successUrl: SuccessURL,
    failureUrl: FailureURL,
  };
}

/** Where a finished transaction sent the browser; undefined while it's open. */
export function findReturnUrl(db: DatabaseSync, { vendorTxCode }: CardRequest): string | undefined {
  const row = db
    .prepare("SELECT return_url FROM card_transactions WHERE vendor_tx_code = ?")
    .get(vendorTxCode);
  return row && String(row.return_url);
}

/** Ends an open transaction; returns the address to send the browser to. */
export function finishTransaction(
  db: DatabaseSync,
  request: CardRequest,
  outcome: Outcome,
  { password, now }: { readonly password: string; readonly now: Date },
): string {
  const crypt = encryptFields(resultFields(outcome, request.vendorTxCode, request.amount), password);
  const goesToSuccess = outcome.status === "OK" && outcome.returnFault !== "wrong-address";
  const returnUrl = appendCrypt(
    goesToSuccess ? request.successUrl : request.failureUrl,
    outcome.returnFault === "garbled" ? garbled(crypt) : crypt,
  );
  insert(db, "card_transactions", {
    vendor_tx_code: request.vendorTxCode,
    status: outcome.status,
    return_url: returnUrl,
    decided_at: now.getTime(),
  });
  return returnUrl;
}

/** Appends the crypt as Opayo does: after `?`, or after `&` if the address already has a query. */
function appendCrypt(address: string, crypt: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}crypt=${crypt}`;
}

function garbled(crypt: string): string {
  return `@${[...crypt.slice(1)].reverse().join("")}`;
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}
