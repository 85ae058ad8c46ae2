import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getInvoice, invoiceStatus } from "#app/portal-api/invoices.ts";
import {
  beginPaymentTransaction,
  completePaymentTransaction,
  listPaymentRules,
  type PaymentDetails,
} from "#app/portal-api/payments.ts";
import { detailsFor, findPayable, payAndReturn } from "#provider/payments/testing/pay.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";

const MINUTE_MS = 60_000;

describe("card payments at the portal API", () => {
  let provider: TestProvider;
  let clock = new Date("2026-05-20T09:00:00Z");
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => clock });
  });
  beforeEach(() => provider.db.exec("DELETE FROM payments_ledger"));
  afterAll(() => provider.close());

  const anna = () => apiFor(provider, "Anna", "1001");
  const begin = (body: PaymentDetails) => anna().call(beginPaymentTransaction, { body });
  const complete = (body: { paymentId: string; crypt: string; ipAddress: string }, api = anna()) =>
    api.call(completePaymentTransaction, { body });
  const invoice = (invoiceNumber: string) => anna().call(getInvoice, { query: { invoiceNumber } });
  const advanceClock = (minutes: number) => (clock = new Date(clock.getTime() + minutes * MINUTE_MS));
  const ledger = async () => {
    const rows = (await (await fetch(`${provider.url}/control/ledger`)).json()) as Record<string, unknown>[];
    return rows.map(({ call, outcome }) => `${String(call)} ${String(outcome)}`);
  };

  test("lists the rules of the cardholder form", async () => {
    const rules = await anna().call(listPaymentRules, {});
    const required = rules.filter(({ ruleName }) => ruleName === "Required").map(({ property }) => property);
    expect(required).toEqual([
      "BillingFirstnames",
      "BillingSurname",
      "BillingAddress1",
      "BillingCity",
      "BillingPostCode",
    ]);
    expect(rules.find(({ ruleName }) => ruleName === "StringLength")?.parameters.max).toBe(20);
  });

  test("paid invoices are pending for two minutes, then completed", async () => {
    const [first, second] = await findPayable(anna(), 2);
    const start = await begin(detailsFor([first!, second!]));
    expect(start).toMatchObject({ vpsProtocol: "4.00", txType: "PAYMENT", vendor: "larkfield" });
    expect(portalSettings(provider.url).CARD_PAYMENT_ORIGINS).toBe(new URL(start.sagePayUrl).origin);
    const receipt = await complete(await payAndReturn(start, "paid"));
    const { paymentAmount } = detailsFor([first!, second!]);
    expect(receipt).toMatchObject({
      amount: paymentAmount,
      cardType: "VISA",
      paymentDate: clock.toISOString(),
    });
    expect(receipt.vendorTxCode).toMatch(/^[A-Za-z0-9\-._{}]{1,40}$/);
    expect(receipt.txAuthNo).toMatch(/^\d+$/);

    advanceClock(1);
    const { outstandingAmount } = first!;
    expect(await invoice(first!.invoiceNumber)).toMatchObject({
      isCardPaymentPending: true,
      outstandingAmount,
    });
    advanceClock(1);
    const paid = { isCardPaymentPending: false, outstandingAmount: 0, status: invoiceStatus.completed };
    expect(await invoice(first!.invoiceNumber)).toMatchObject(paid);
    expect(await invoice(second!.invoiceNumber)).toMatchObject(paid);
    expect(await ledger()).toEqual(["Begin started", "Complete paid"]);
  });

  test("a repeated Complete answers with the first receipt, even with an empty crypt", async () => {
    const start = await begin(detailsFor(await findPayable(anna(), 1)));
    const returned = await payAndReturn(start, "paid");
    const receipts = await Promise.all([complete(returned), complete(returned)]);
    advanceClock(10);
    receipts.push(await complete({ ...returned, crypt: "" }));
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
    expect(await ledger()).toEqual([
      "Begin started",
      "Complete paid",
      "Complete duplicate",
      "Complete duplicate",
    ]);
  });

  test("a declined payment has the bank's message, and its invoices can be paid again immediately", async () => {
    const chosen = await findPayable(anna(), 1);
    const returned = await payAndReturn(await begin(detailsFor(chosen)), "declined");
    const declined = { kind: "rejected", serverText: "2000 : The Authorisation was Declined by the bank." };
    await expect(complete(returned)).rejects.toMatchObject(declined);
    await expect(complete(returned)).rejects.toMatchObject(declined);
    expect((await invoice(chosen[0]!.invoiceNumber)).isCardPaymentPending).toBe(false);
    const secondTry = await payAndReturn(await begin(detailsFor(chosen)), "paid");
    await expect(complete(secondTry)).resolves.toMatchObject({ amount: chosen[0]!.outstandingAmount });
    expect(await ledger()).toEqual([
      "Begin started",
      "Complete failed",
      "Complete duplicate",
      "Begin started",
      "Complete paid",
    ]);
  });

  test("a payment is completed also when the browser returns to the failure address", async () => {
    const start = await begin(detailsFor(await findPayable(anna(), 1)));
    await expect(complete(await payAndReturn(start, "wrong-address"))).resolves.toMatchObject({
      cardType: "VISA",
    });
  });

  test("the crypt of another payment changes nothing", async () => {
    const [first, second] = await findPayable(anna(), 2);
    const start = await begin(detailsFor([first!]));
    const otherPayment = await payAndReturn(await begin(detailsFor([second!])), "paid");
    const { paymentId } = await payAndReturn(start, "garbled");
    const unreadable = { kind: "rejected", serverText: "The payment details could not be read." };
    for (const crypt of ["", "@", "@00", "nonsense", otherPayment.crypt, start.crypt]) {
      await expect(complete({ paymentId, crypt, ipAddress: "" })).rejects.toMatchObject(unreadable);
    }
    expect(await invoice(first!.invoiceNumber)).toMatchObject({ isCardPaymentPending: true });
    const unreadableCalls = Array.from({ length: 6 }, () => "Complete unreadable");
    expect(await ledger()).toEqual(["Begin started", "Begin started", ...unreadableCalls]);
  });

  test("an unknown payment and one of another account are not found", async () => {
    const returned = await payAndReturn(await begin(detailsFor(await findPayable(anna(), 1))), "paid");
    const unknownPayment = { ...returned, paymentId: "00000000-0000-4000-8000-000000000000" };
    await expect(complete(unknownPayment)).rejects.toMatchObject({ kind: "notFound" });
    for (const api of [apiFor(provider, "Carla", "1003"), apiFor(provider, "Anna", "1002")]) {
      await expect(complete(returned, api)).rejects.toMatchObject({ kind: "notFound" });
    }
    await expect(complete(returned)).resolves.toMatchObject({ cardType: "VISA" });
    const unknownCalls = Array.from({ length: 3 }, () => "Complete unknown");
    expect(await ledger()).toEqual(["Begin started", ...unknownCalls, "Complete paid"]);
  });

  test("invoices of a payment without Complete can be paid again after half an hour, unless the money was taken", async () => {
    const [unpaid, paidAtProvider] = await findPayable(anna(), 2);
    await begin(detailsFor([unpaid!]));
    const abandoned = await begin(detailsFor([paidAtProvider!]));
    const returned = await payAndReturn(abandoned, "paid");
    advanceClock(29);
    expect(await invoice(unpaid!.invoiceNumber)).toMatchObject({ isCardPaymentPending: true });
    advanceClock(1);
    expect(await invoice(unpaid!.invoiceNumber)).toMatchObject({ ...unpaid, isCardPaymentPending: false });
    expect(await invoice(paidAtProvider!.invoiceNumber)).toMatchObject({ outstandingAmount: 0, status: 2 });
    await expect(complete(returned)).resolves.toMatchObject({ amount: paidAtProvider!.outstandingAmount });
  });
});
