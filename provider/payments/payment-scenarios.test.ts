import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getInvoice } from "#app/portal-api/invoices.ts";
import { beginPaymentTransaction, completePaymentTransaction } from "#app/portal-api/payments.ts";
import { rareInvoices } from "#provider/invoices/rare-invoices.ts";
import { apiFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { scenarioSurnames } from "./payment-scenarios.ts";
import { detailsFor, findPayable, payAndReturn } from "./testing/pay.ts";

describe("rare cases by the cardholder's surname", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const anna = () => apiFor(provider, "Anna", "1001");
  const begin = async (billingSurname: string) => {
    const chosen = await findPayable(anna(), 1);
    return anna().call(beginPaymentTransaction, { body: detailsFor(chosen, { billingSurname }) });
  };
  const outcomesOf = (surname: string) =>
    provider.db
      .prepare("SELECT call, outcome FROM payments_ledger WHERE surname = ? ORDER BY ledger_id")
      .all(surname)
      .map(({ call, outcome }) => `${String(call)} ${String(outcome)}`);

  test.each([
    ["Conflict", "conflict", "Begin refused"],
    ["Error500", "failed", "Begin refused"],
    ["Lost", "network", "Begin started"],
    ["Late500", "failed", "Begin started"],
  ])("%s: the call fails with '%s', the ledger has '%s'", async (surname, kind, ledgerEntry) => {
    await expect(begin(surname)).rejects.toMatchObject({ kind });
    expect(outcomesOf(surname)).toEqual([ledgerEntry]);
  });

  test.each([
    ["CompleteLost", "network"],
    ["CompleteLate500", "failed"],
  ])("%s: the money is taken, though the call fails with '%s'", async (surname, kind) => {
    const body = await payAndReturn(await begin(surname), "paid");
    await expect(anna().call(completePaymentTransaction, { body })).rejects.toMatchObject({ kind });
    expect(outcomesOf(surname)).toEqual(["Begin started", "Complete paid"]);
  });

  test("CompleteError500: the call fails and the payment stays incomplete", async () => {
    const body = await payAndReturn(await begin("CompleteError500"), "paid");
    const failed = { kind: "failed", status: 500 };
    await expect(anna().call(completePaymentTransaction, { body })).rejects.toMatchObject(failed);
    expect(outcomesOf("CompleteError500")).toEqual(["Begin started"]);
  });

  test("Slow: the payment starts before the answer arrives", async () => {
    const answer = begin("Slow").then(
      () => "answered",
      () => "failed",
    );
    await expect.poll(() => outcomesOf("Slow")).toEqual(["Begin started"]);
    await expect(Promise.race([answer, Promise.resolve("waiting")])).resolves.toBe("waiting");
  });

  test("Elsewhere: the payment leads to an address that is not the card provider's", async () => {
    expect(new URL((await begin("Elsewhere")).sagePayUrl).host).toBe("cards.elsewhere.example");
  });

  test.each([
    ["Recorded", "cancelled", "failed"],
    ["NoCode", "paid", "paid"],
  ] as const)("%s, %s: the receipt has no code", async (surname, button, outcome) => {
    const body = await payAndReturn(await begin(`${surname} Smith`), button);
    const receipt = await anna().call(completePaymentTransaction, { body });
    expect([receipt.txAuthNo, receipt.amount]).toEqual(["", expect.any(Number)]);
    expect(outcomesOf(`${surname} Smith`)).toEqual(["Begin started", `Complete ${outcome}`]);
  });

  test("Prompt: the invoice is paid immediately", async () => {
    const [invoice] = await findPayable(anna(), 1);
    const body = await payAndReturn(await begin("Prompt"), "paid");
    await anna().call(completePaymentTransaction, { body });
    const { invoiceNumber } = invoice!;
    expect(await anna().call(getInvoice, { query: { invoiceNumber } })).toMatchObject({
      outstandingAmount: 0,
      isCardPaymentPending: false,
    });
  });
});

test("docs/scenarios.md names every surname and every rare invoice", () => {
  const text = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
  const named = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll("\\|", "|")));
  const lowerCaseNames = new Set([...named].map((code) => code.toLowerCase()));
  expect(scenarioSurnames.filter((word) => !lowerCaseNames.has(word))).toEqual([]);
  const orderNumbers = rareInvoices
    .map(({ orderNumber }) => orderNumber)
    .filter((orderNumber) => !orderNumber.startsWith("<"));
  expect(orderNumbers.filter((orderNumber) => !named.has(orderNumber))).toEqual([]);
});
