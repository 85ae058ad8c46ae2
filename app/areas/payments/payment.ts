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
  /** The payer's. */
  readonly ipAddress?: string | undefined;
  /** When it was begun, in milliseconds since the epoch. */
  readonly at: number;
  /** The card provider's id, if Begin's answer has it. */
  readonly paymentId?: string | undefined;
  /** The handle of the session in which it was begun, and its user's id. */
  readonly session?: string;
  readonly person?: string;
}

/** The outcome of an intent's Begin call. */
export interface BegunPayment extends Payment {
  readonly start: CardPaymentStart;
  readonly cardholder: Cardholder;
}

/** The outcome of a Complete call. `begun` lists the payments that it may be about; `crypt` is a hash. */
export type Completion = { readonly begun: readonly Payment[] } & (
  | {
      readonly paid: true;
      /** The amount is undefined only if neither the API nor a begun payment has it. */
      readonly receipt: PaymentReceipt & { readonly amount: number | undefined };
    }
  | {
      readonly paid: false;
      readonly reason: string;
      readonly crypt: string;
      /** The API neither refused nor confirmed the payment. */
      readonly isUnproven?: boolean;
      /** The invoices of `begun` were pending before the call, but not after it. */
      readonly hasEnded?: boolean;
      /** We've told the person that it failed. */
      readonly isFailed?: boolean;
    }
);

/** What each state allows. */
const ALLOWED = {
  /** From the card provider, not yet sent to the API. */
  returned: ["send"],
  /** By the API. The crypt may have been forged, and the payment has only failed once the invoices confirm it. */
  refused: ["sendOtherCrypt", "showAsFailed"],
  failed: ["sendOtherCrypt"],
  paid: [],
  unknown: [],
} as const;
type PaymentState = keyof typeof ALLOWED;

export const allows = (state: PaymentState, action: (typeof ALLOWED)[PaymentState][number]): boolean =>
  (ALLOWED[state] as readonly string[]).includes(action);

/** An answer without a refusal or an authorisation code only counts as refused if the card provider returned to the failure page. */
export function stateOf(outcome: SharedOutcome<Completion> | undefined, page?: string): PaymentState {
  if (!outcome) return "returned";
  if (outcome.state === "unknown") return "unknown";
  if (outcome.value.paid) return "paid";
  if (outcome.value.isUnproven && page !== undefined && page !== paths.paymentFailed()) return "unknown";
  return outcome.value.isFailed ? "failed" : "refused";
}
