import type { DatabaseSync } from "node:sqlite";
import { Refusal } from "#provider/portal-api/refusal.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { brokenRule, severity, type BrokenRule } from "#provider/rules/rule.ts";
import type { PaymentDetails } from "#shared/portal-api/payments.ts";
import type { PayableInvoice } from "./payable-invoices.ts";
import { paymentRules } from "./payment-rules.ts";
import { namesScenario } from "./payment-scenarios.ts";

/** Opayo Form's limit for one payment. */
const MAX_PENCE = 100_000_00;

/**
 * Throws a 400 refusal for details that break a rule, an amount that isn't what the invoices have outstanding, a
 * pending invoice, or unconfirmed warnings.
 */
export function checkPayment(
  db: DatabaseSync,
  clientId: string,
  details: PaymentDetails,
  invoices: readonly PayableInvoice[],
): void {
  const errors = [
    ...findBrokenRules(paymentRules, { ...details }),
    ...brokenByInvoices(details, invoices),
    ...brokenByAmount(details, invoices),
  ];
  const warnings = findWarnings(db, clientId, details);
  const needsConfirmation =
    details.isSaveConfirmationRequired && !details.isSaveConfirmed && warnings.length > 0;
  if (errors.length > 0 || needsConfirmation) {
    throw new Refusal(400, { brokenRulesCollection: [...errors, ...warnings] });
  }
}

function brokenByInvoices(
  { billingSurname }: PaymentDetails,
  invoices: readonly PayableInvoice[],
): BrokenRule[] {
  return invoices.flatMap(({ invoiceNumber, outstandingPence, isPending }, index) => {
    if (isPending || (namesScenario(billingSurname, "pending") && index === 0)) {
      const description = `A card payment for invoice ${invoiceNumber} is already being processed. Please try again later.`;
      return [brokenRule("InvoiceNumbers", "CardPaymentPending", description)];
    }
    if (outstandingPence > 0) return [];
    return [
      brokenRule(
        "InvoiceNumbers",
        "NothingOutstanding",
        `There's nothing to pay on invoice ${invoiceNumber}.`,
      ),
    ];
  });
}

function brokenByAmount(
  { paymentAmount }: PaymentDetails,
  invoices: readonly PayableInvoice[],
): BrokenRule[] {
  const due = invoices.reduce((sum, { outstandingPence }) => sum + outstandingPence, 0);
  if (Math.round(paymentAmount * 100) !== due) {
    const description =
      "The amount doesn't match what's outstanding on these invoices. Please review them again.";
    return [brokenRule("PaymentAmount", "AmountIsOutstanding", description)];
  }
  if (due <= MAX_PENCE) return [];
  return [
    brokenRule("PaymentAmount", "NumericRange", "You can't pay more than £100,000.00 by card in one go."),
  ];
}

function findWarnings(
  db: DatabaseSync,
  clientId: string,
  { billingSurname, billingPostCode }: PaymentDetails,
): BrokenRule[] {
  const warnings: BrokenRule[] = [];
  if (namesScenario(billingSurname, "warning")) {
    warnings.push(warning("BillingSurname", "Please check that the surname is the one on the card."));
  }
  const addresses = db.prepare("SELECT post_code AS code FROM addresses WHERE client_id = ?").all(clientId);
  const isNearLocation = addresses.some(({ code }) => district(String(code)) === district(billingPostCode));
  if (billingPostCode.trim() !== "" && !isNearLocation) {
    warnings.push(
      warning("BillingPostCode", "Please check the postcode. None of your locations is near it."),
    );
  }
  return warnings;
}

/** The postcode's first half: `YO21` for `yo21 3pu`. */
function district(postCode: string): string {
  return postCode.replace(/\s/g, "").slice(0, -3).toUpperCase();
}

const warning = (property: string, description: string) =>
  brokenRule(property, "WorthAnotherLook", description, severity.warning);
