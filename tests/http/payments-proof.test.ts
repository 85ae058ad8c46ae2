import { expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import {
  ledgerCalls,
  ledgerOf,
  Payment,
  payment,
  paymentPaths,
  startPaying,
  thanks,
  unpaid,
  unpaidInvoices,
} from "../support/payment-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startPaying({ provider: { namesPayments: false } });

const checking = "We're checking your payment";

it("a decline that Complete answers with 200 is unknown at payment-succeeded, failed at payment-failed", async () => {
  const begun = await payment.begin(unpaid(1), { billingSurname: "Recorded" });
  const back = await payment.atCardProvider(begun, "declined");
  const wrong = await anna.open(back.replace("payment-failed", "payment-succeeded"));
  expect(headingOf(wrong)).toBe(checking);
  expect(headingOf(await anna.open(back))).toBe("Payment failed");
});

it.each([
  ["nothing in it", "succeeded", undefined, checking],
  ["the code 0", "succeeded", { amount: 10, txAuthNo: 0 }, checking],
] as const)("a receipt with %s, at payment-%s, is no proof", async (_, page, receipt, heading) => {
  const numbers = [tenPounds()];
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  tenPounds();
  const body = receipt && JSON.stringify({ paymentDate: "2026-11-20T10:00:00Z", ...receipt });
  const shown = await world.api.answering("CompletePaymentTransaction", { body }, () =>
    anna.open(back.replace("succeeded", page)),
  );
  expect([headingOf(shown), shown.status]).toEqual([heading, 200]);
  expect(textOf(shown).includes("Please don't pay again")).toBe(heading === checking);
  // The invoice stays selected.
  expect(cardText(await anna.get(paymentPaths.review), "To Pay")).toContain("£10.00");
});

it("a forged return to payment-failed doesn't hide the payment that came through", async () => {
  const back = await payment.atCardProvider(await payment.begin([tenPounds()]), "paid");
  tenPounds();
  const madeUp = back.replace("succeeded", "failed").replace(/crypt=[^&]*/, "crypt=@00");
  const failed = await world.api.answering("CompletePaymentTransaction", {}, () => anna.open(madeUp));
  expect(headingOf(failed)).toBe("Payment failed");
  const page = await anna.open(back);
  expect(textOf(page)).toContain(thanks);
  expect(cardText(page, "Receipt")).toContain(`Invoice ${number}`);
});

it("with payments of one amount in two sessions, the receipt names no invoice rather than the wrong one", async () => {
  const numbers = unpaid(2);
  const [first = "", second = ""] = numbers;
  sql`UPDATE invoices SET outstanding_pence = 7777 WHERE invoice_number IN (${Number(first)}, ${Number(second)})`;
  const visitor = await signedIn(world, "anna", "1001");
  const back = await payment.atCardProvider(await payment.begin([first]), "paid");
  const theirs = new Payment(visitor);
  await theirs.begin([second]);
  const page = await visitor.open(back);
  expect(textOf(page)).toContain(thanks);
  expect(cardText(page, "Receipt")).not.toContain("Invoice");
  // The other one stays selected, and is still being paid.
  const list = await visitor.open(paymentPaths.review);
  expect(messageOf(list)).toContain(`Invoice ${second} is already being paid.`);
});

it("a return that a colleague of the account opened first is completed once, and the payer gets the receipt", async () => {
  const [number = ""] = unpaidInvoices(world, "1002")(1);
  const payer = new Payment(await signedIn(world, "anna", "1002"), "1002");
  const back = await payer.atCardProvider(await payer.begin([number]), "paid");
  const ella = await signedIn(world, "ella", "1002");
  // She has begun another payment herself.
  const others = unpaidInvoices(world, "1002")(3).slice(2);
  await new Payment(ella, "1002").begin(others, { onBehalf: "on" });
  expect(textOf(await ella.open(back))).toContain("Authorisation Code");
  const receipt = await payer.visitor.open(back);
  expect(textOf(receipt)).toContain("for 1 invoice");
  expect(textOf(receipt)).toContain(`Invoice ${number}`);
  expect(ledgerCalls(await ledgerOf(world, [number]))).toEqual(["Begin started", "Complete paid"]);
});

let number: string | undefined;

/** The same invoice each time: £10.00 of it's outstanding, and no payment holds it. */
function tenPounds(): string {
  number ??= unpaid(1)[0] ?? "";
  sql`UPDATE invoices SET outstanding_pence = 1000, pending_until_at = NULL WHERE invoice_number = ${Number(number)}`;
  return number;
}
