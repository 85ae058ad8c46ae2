import type { PortalApi } from "#app/portal-api/client.ts";
import { listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { CardPaymentStart, PaymentDetails } from "#app/portal-api/payments.ts";
import type { OutcomeName } from "#provider/card/outcomes.ts";

/** The newest invoices of an account that can be paid by card. */
export async function findPayable(api: PortalApi, count: number): Promise<InvoiceSummary[]> {
  const query = { SortBy: "dateIssued DESC", PageSize: 100, PageNumber: 1, unpaidOnly: true };
  const { items } = await api.call(listMyInvoices, { query });
  // Several of them together must stay below the card provider's limit.
  return items
    .filter((invoice) => !invoice.isCardPaymentPending && invoice.outstandingAmount < 5000)
    .slice(0, count);
}

/** A valid body of Begin for these invoices. */
export function detailsFor(
  invoices: readonly InvoiceSummary[],
  changes: Partial<PaymentDetails> = {},
): PaymentDetails {
  const pence = invoices.reduce((sum, { outstandingAmount }) => sum + Math.round(outstandingAmount * 100), 0);
  return {
    ipAddress: "203.0.113.9",
    billingSurname: "Archer",
    billingFirstnames: "Anna",
    billingAddress1: "14 Fisher Street",
    billingAddress2: "",
    billingCity: "Whitby",
    billingPostCode: "YO21 3PU",
    billingCountry: "GB",
    isSaveConfirmationRequired: true,
    isSaveConfirmed: false,
    paymentAmount: pence / 100,
    invoiceNumbers: invoices.map(({ invoiceNumber }) => invoiceNumber),
    ...changes,
  };
}

/** Posts the payment form to the card provider, as the portal's page does. */
export function openCardPage(start: CardPaymentStart): Promise<Response> {
  const { sagePayUrl, vpsProtocol, txType, vendor, crypt } = start;
  const body = new URLSearchParams({
    VPSProtocol: vpsProtocol,
    TxType: txType,
    Vendor: vendor,
    Crypt: crypt,
  });
  return fetch(sagePayUrl, { method: "POST", body });
}

/** Presses a button of the card page. */
export function pressButton(start: CardPaymentStart, outcome: OutcomeName | "3ds"): Promise<Response> {
  const body = new URLSearchParams({ Crypt: start.crypt, outcome });
  return fetch(new URL("card-payment", start.sagePayUrl), { method: "POST", body, redirect: "manual" });
}

/** The body of Complete, from the address that the browser was sent back to. */
export function completionBody(address: string): { paymentId: string; crypt: string; ipAddress: string } {
  const { searchParams } = new URL(address);
  const paymentId = searchParams.get("paymentId") ?? "";
  return { paymentId, crypt: searchParams.get("crypt") ?? "", ipAddress: "203.0.113.9" };
}

/** Presses a button that leads straight back to the portal; returns the body of Complete. */
export async function payAndReturn(start: CardPaymentStart, outcome: OutcomeName) {
  const reply = await pressButton(start, outcome);
  return completionBody(reply.headers.get("location") ?? "");
}
