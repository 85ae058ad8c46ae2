import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginPaymentTransaction, type CardPaymentStart } from "#app/portal-api/payments.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import {
  completionBody,
  detailsFor,
  findPayable,
  openCardPage,
  pressButton,
} from "#provider/payments/testing/pay.ts";
import { apiFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { decryptFields } from "./opayo-crypt.ts";
import { appendCrypt } from "./transactions.ts";

const portalUrl = "https://portal.example";

describe("the card page", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider({ portalUrl });
  });
  afterAll(() => provider.close());

  const begin = async (): Promise<CardPaymentStart> => {
    const api = apiFor(provider, "Anna", "1001");
    const chosen = await findPayable(api, 1);
    return api.call(beginPaymentTransaction, { body: detailsFor(chosen, { billingSurname: "O'<b>Neil" }) });
  };
  const resultIn = (address: string) =>
    decryptFields(completionBody(address).crypt, demoSecrets.cardPassword) ??
    expect.fail("it did not decrypt");

  test("shows the amount and the description without scripts, and lets forms redirect to the portal", async () => {
    const start = await begin();
    const reply = await openCardPage(start);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    expect(reply.headers.get("content-security-policy")).toContain(`form-action 'self' ${portalUrl};`);
    const page = await reply.text();
    const fields = decryptFields(start.crypt, demoSecrets.cardPassword);
    expect(page).toContain(
      `Pay £${Number(fields?.Amount).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`,
    );
    expect(page).toContain(fields?.Description);
    expect(page).toContain("O&#39;&lt;b&gt;Neil");
    expect(page).not.toContain("<script");
  });

  test.each([
    ["paid", "payment-succeeded", "OK"],
    ["declined", "payment-failed", "NOTAUTHED"],
    ["cancelled", "payment-failed", "ABORT"],
    ["rejected", "payment-failed", "REJECTED"],
    ["error", "payment-failed", "ERROR"],
    ["3ds-passed", "payment-succeeded", "OK"],
    ["3ds-failed", "payment-failed", "REJECTED"],
    ["wrong-address", "payment-failed", "OK"],
  ] as const)("the outcome '%s' redirects to %s with the status %s", async (outcome, path, status) => {
    const start = await begin();
    const reply = await pressButton(start, outcome);
    expect(reply.status).toBe(303);
    const address = reply.headers.get("location") ?? "";
    expect(address).toMatch(
      new RegExp(`^${portalUrl}/invoices/${path}\\?paymentId=[0-9a-f-]{36}&crypt=@[0-9A-F]+$`),
    );
    const { VendorTxCode, Amount } = decryptFields(start.crypt, demoSecrets.cardPassword) ?? {};
    expect(resultIn(address)).toMatchObject({ VendorTxCode, Amount, Status: status });
    expect("TxAuthNo" in resultIn(address)).toBe(status === "OK");
  });

  test("the outcome 'garbled' returns a crypt that cannot be decrypted", async () => {
    const address = (await pressButton(await begin(), "garbled")).headers.get("location") ?? "";
    expect(decryptFields(completionBody(address).crypt, demoSecrets.cardPassword)).toBeUndefined();
  });

  test("the outcome '3ds' shows the bank's question with both answers", async () => {
    const page = await (await pressButton(await begin(), "3ds")).text();
    expect(page).toContain('value="3ds-passed"');
    expect(page).toContain('value="3ds-failed"');
  });

  test("the outcome 'no-return' takes the payment and shows no link to the portal", async () => {
    const start = await begin();
    const reply = await pressButton(start, "no-return");
    expect(reply.status).toBe(200);
    expect(await reply.text()).not.toContain(portalUrl);
    const { VendorTxCode = "" } = decryptFields(start.crypt, demoSecrets.cardPassword) ?? {};
    const transaction = provider.db
      .prepare("SELECT status FROM card_transactions WHERE vendor_tx_code = ?")
      .get(VendorTxCode);
    expect(transaction).toEqual({ status: "OK" });
  });

  test("the outcome 'twice' shows two links with the same address", async () => {
    const page = await (await pressButton(await begin(), "twice")).text();
    const links = [...page.matchAll(/href="(https:[^"]+)"/g)].map(([, link]) =>
      link!.replaceAll("&amp;", "&"),
    );
    expect(links).toHaveLength(2);
    expect(new Set(links).size).toBe(1);
    expect(resultIn(links[0]!)).toMatchObject({ Status: "OK" });
  });

  test("a payment that has ended is not taken again", async () => {
    const start = await begin();
    const address = (await pressButton(start, "declined")).headers.get("location")!;
    for (const reply of [await pressButton(start, "paid"), await openCardPage(start)]) {
      const page = await reply.text();
      expect(page).toContain("ended already");
      expect(page.replaceAll("&amp;", "&")).toContain(address);
    }
  });

  test("refuses a request with a wrong crypt, vendor, type or outcome", async () => {
    const start = await begin();
    const invalidRequests = [
      { ...start, crypt: "@00112233445566778899AABBCCDDEEFF" },
      { ...start, crypt: "" },
      { ...start, vendor: "someoneelse" },
      { ...start, txType: "REFUND" },
    ];
    for (const invalid of invalidRequests) expect((await openCardPage(invalid)).status).toBe(400);
    expect((await pressButton({ ...start, crypt: "@00" }, "paid")).status).toBe(400);
    expect((await pressButton(start, "constructor" as "paid")).status).toBe(400);
  });
});

test("the crypt is appended with '?', or with '&' if the address has a query", () => {
  expect(appendCrypt("https://portal.example/back", "@AB")).toBe("https://portal.example/back?crypt=@AB");
  expect(appendCrypt("https://portal.example/back?paymentId=1", "@AB")).toBe(
    "https://portal.example/back?paymentId=1&crypt=@AB",
  );
});
