import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { beginPaymentTransaction, type PaymentDetails } from "#app/portal-api/payments.ts";
import { apiFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { detailsFor, findPayable } from "./testing/pay.ts";

describe("the checks of a card payment", () => {
  let provider: TestProvider;
  let payable: InvoiceSummary;
  beforeAll(async () => {
    provider = await startTestProvider();
    payable = (await findPayable(anna(), 1))[0]!;
  });
  afterAll(() => provider.close());

  const anna = () => apiFor(provider, "Anna", "1001");
  const begin = (body: PaymentDetails) => anna().call(beginPaymentTransaction, { body });
  const brokenRulesOf = async (body: PaymentDetails) => {
    const error: unknown = await begin(body).catch((reason: unknown) => reason);
    if (!isPortalApiError(error)) return expect.fail("it was not refused");
    return error.brokenRules.map(({ property, ruleName, severity }) => `${property} ${ruleName} ${severity}`);
  };
  const findInvoice = async (searchKeyword: string) => {
    const query = { SortBy: "dateIssued DESC", PageSize: 1, PageNumber: 1, searchKeyword };
    return (await anna().call(listMyInvoices, { query })).items[0]!;
  };
  const startedCount = () =>
    provider.db.prepare("SELECT count(*) AS n FROM payments_ledger WHERE outcome = 'started'").get()?.n;

  test.each([
    ["an empty field", { billingCity: " " }, ["BillingCity Required 0"]],
    ["a long name", { billingFirstnames: "A".repeat(21) }, ["BillingFirstnames StringLength 0"]],
    [
      "a postcode that does not exist",
      { billingPostCode: "ZZ99 3VZ" },
      ["BillingPostCode PostCode 0", "BillingPostCode WorthAnotherLook 1"],
    ],
    [
      "an amount other than the outstanding one",
      { paymentAmount: 0.01 },
      ["PaymentAmount AmountIsOutstanding 0"],
    ],
    ["the scenario Pending", { billingSurname: "Pending" }, ["InvoiceNumbers CardPaymentPending 0"]],
  ] as const)("%s breaks a rule", async (_, changes, expected) => {
    expect(await brokenRulesOf(detailsFor([payable], changes))).toEqual(expected);
  });

  test.each([
    ["Being paid", "InvoiceNumbers CardPaymentPending 0"],
    ["Above the card limit", "PaymentAmount NumericRange 0"],
    ["Credit not used yet", "InvoiceNumbers NothingOutstanding 0"],
    ["Nothing to pay", "InvoiceNumbers NothingOutstanding 0"],
  ])("the invoice '%s' cannot be paid", async (orderNumber, expected) => {
    expect(await brokenRulesOf(detailsFor([await findInvoice(orderNumber)]))).toEqual([expected]);
  });

  test("an amount that binary floating point cannot represent is rounded to the penny", async () => {
    const isInexact = ({ outstandingAmount: amount }: InvoiceSummary) =>
      Math.floor(amount * 100) !== Math.round(amount * 100);
    const invoice = (await findPayable(anna(), 100)).find(isInexact)!;
    const { outstandingAmount } = invoice;
    await begin(detailsFor([invoice]));
    for (const [table, key] of [
      ["payments_ledger", "ledger_id"],
      ["payments", "begun_at"],
    ]) {
      const latest = `SELECT amount_pence AS pence FROM ${table} ORDER BY ${key} DESC LIMIT 1`;
      expect(Number(provider.db.prepare(latest).get()?.pence) / 100).toBe(outstandingAmount);
    }
  });

  test("an invoice that is named twice is paid once", async () => {
    const [secondInvoice] = (await findPayable(anna(), 2)).slice(1);
    const details = detailsFor([secondInvoice!]);
    const twice = {
      ...details,
      invoiceNumbers: [secondInvoice!.invoiceNumber, secondInvoice!.invoiceNumber],
    };
    expect(await brokenRulesOf({ ...twice, paymentAmount: details.paymentAmount * 2 })).toEqual([
      "PaymentAmount AmountIsOutstanding 0",
    ]);
    await expect(begin(twice)).resolves.toMatchObject({ txType: "PAYMENT" });
  });

  test("another account's invoice or an invalid number is not found, even among valid ones", async () => {
    const [otherAccountsInvoice] = await findPayable(apiFor(provider, "Carla", "1003"), 1);
    const before = startedCount();
    for (const invoiceNumber of [otherAccountsInvoice!.invoiceNumber, "999999", "-1", "410001 OR 1=1", ""]) {
      const mixed = { ...otherAccountsInvoice!, invoiceNumber };
      await expect(begin(detailsFor([payable, mixed]))).rejects.toMatchObject({ kind: "notFound" });
    }
    expect(startedCount()).toBe(before);
  });

  test("an invalid body is refused with the name of the field", async () => {
    const reply = await provider.as("Anna", "1001")("Payment/BeginPaymentTransaction", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...detailsFor([payable]), billingCountry: "FR" }),
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain("Billing country is not in the right format.");
  });

  test.each([
    [
      "a postcode far from the locations",
      { billingPostCode: "M1 1AE" },
      "BillingPostCode WorthAnotherLook 1",
    ],
    ["the scenario Warning", { billingSurname: "Warning" }, "BillingSurname WorthAnotherLook 1"],
  ])("%s causes a warning that can be confirmed", async (_, changes, expected) => {
    const [invoice] = await findPayable(anna(), 1);
    const details = detailsFor([invoice!], changes);
    expect(await brokenRulesOf(details)).toEqual([expected]);
    await expect(begin({ ...details, isSaveConfirmed: true })).resolves.toMatchObject({ txType: "PAYMENT" });
  });

  test("warnings do not refuse a payment without isSaveConfirmationRequired", async () => {
    const [invoice] = await findPayable(anna(), 1);
    const details = detailsFor([invoice!], { billingPostCode: "M1 1AE", isSaveConfirmationRequired: false });
    await expect(begin(details)).resolves.toMatchObject({ txType: "PAYMENT" });
  });
});
