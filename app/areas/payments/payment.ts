import type { FormValues } from "#app/forms/define-form.ts";
import type { SharedOutcome } from "#app/request/once.server.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import type { CardPaymentStart, PaymentReceipt } from "#shared/portal-api/payments.ts";
import type { paymentForm } from "./payment-form.ts";

/** The log message for an unknown outcome (docs/runbook.md). */
export const UNKNOWN_PAYMENT = "nobody knows what became of a payment";

export type Cardholder = FormValues<keyof (typeof paymentForm)["fields"], never>;

/** A begun payment. Stored as JSON, so its fields must keep their names. */
export interface Payment {
  readonly account: CurrentAccount;
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** Amounts in the order of the invoice numbers; both in pounds. */
  readonly amounts: readonly number[];
  /** That of the payer. */
  readonly ipAddress?: string | undefined;
  /** When it was begun, in milliseconds since the epoch. */
  readonly at: number;
  /** The card provider's id, where Begin's answer names it. */
  readonly paymentId?: string | undefined;
  /** The handle of the session in which it was begun, and its user's id. */
  readonly session?: string;
  readonly person?: string;
}

/** What an intent's Begin has given. */
export interface BegunPayment extends Payment {
  readonly start: CardPaymentStart;
  readonly cardholder: Cardholder;
}

/** How a payment ended. `begun` lists the payments that it may have been; `crypt` is a hash. */
export type Completion = { readonly begun: readonly Payment[] } & (
  | {
      readonly paid: true;
      /** Its amount is unknown only where neither the API nor a note of what was begun names one. */
      readonly receipt: PaymentReceipt & { readonly amount: number | undefined };
    }
  | {
      readonly paid: false;
      readonly reason: string;
      readonly crypt: string;
      /** The API neither refused nor confirmed it. */
      readonly isUnproven?: boolean;
      /** The invoices of `begun` were being paid before the call, and no longer after it. */
      readonly hasEnded?: boolean;
      /** The person was told that it has failed. */
      readonly isFailed?: boolean;
    }
);

/**
 * `begun` at the card provider, `returned` from there; `told` while the API is asked. It has then `refused` the payment,
 * which has `failed` once the invoices say so, too, or confirmed it as `paid`, or its answer is `unknown`.
 */
type PaymentState = "begun" | "returned" | "told" | "refused" | "failed" | "paid" | "unknown";

/** Which states allow what. */
const ALLOWED_IN = {
  /** Telling the API, which happens once. */
  tell: ["returned"],
  /** It's told once more if it's by another crypt: the one that it refused may have been forged. */
  tellByOtherCrypt: ["refused", "failed"],
  /** The invoices say whether it has failed. A failure that was told stays. */
  fail: ["refused"],
} as const satisfies Record<string, readonly PaymentState[]>;

export const allows = (state: PaymentState, action: keyof typeof ALLOWED_IN): boolean =>
  (ALLOWED_IN[action] as readonly PaymentState[]).includes(state);

/** Without a refusal or an authorisation code, it is refused only if the card provider returned to the failure page. */
export function stateOf(outcome: SharedOutcome<Completion> | undefined, page?: string): PaymentState {
  if (!outcome) return "returned";
  if (outcome.state === "unknown") return "unknown";
  if (outcome.value.paid) return "paid";
  if (outcome.value.isUnproven && page !== undefined && page !== paths.paymentFailed()) return "unknown";
  return outcome.value.isFailed ? "failed" : "refused";
}
