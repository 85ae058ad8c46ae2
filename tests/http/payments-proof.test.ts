import { expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import { payment, paymentPaths, startPaying, thanks, unpaid } from "../support/payment-pages.ts";
import { cardText } from "../support/signed-in.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startPaying();

const checking = "We are checking your payment";

it("declined without a refusal: not known at the address for success, failed at its own", async () => {
  const begun = await payment.begin(unpaid(1), { billingSurname: "Recorded" });
  const back = await payment.atCardProvider(begun, "declined");
  const wrong = await anna.open(back.replace("payment-failed", "payment-succeeded"));
  expect(headingOf(wrong)).toBe(checking);
  expect(headingOf(await anna.open(back))).toBe("Payment failed");
});

it.each([
  ["nothing in it", "succeeded", undefined, checking],
  ["nothing in it", "failed", undefined, "Payment failed"],
  ["no code", "succeeded", { amount: 10, txAuthNo: null }, checking],
  ["the code 0", "succeeded", { amount: 10, txAuthNo: 0 }, checking],
  ["another amount than was begun", "succeeded", { amount: 1, txAuthNo: 8604856 }, checking],
  ["another amount than was begun", "failed", { amount: 1, txAuthNo: 8604856 }, checking],
  ["no amount", "failed", { txAuthNo: "8604856" }, checking],
] as const)("a receipt with %s, at payment-%s, is no proof", async (_, page, receipt, heading) => {
  const numbers = [tenPounds()];
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  tenPounds();
  const body = receipt && JSON.stringify({ paymentDate: "2026-11-20T10:00:00Z", ...receipt });
  const shown = await world.api.scripted(
    ({ path }) => (path.endsWith("CompletePaymentTransaction") ? { body } : undefined),
    () => anna.open(back.replace("succeeded", page)),
  );
  expect([headingOf(shown), shown.status]).toEqual([heading, 200]);
  expect(textOf(shown).includes("Please do not pay again.")).toBe(heading === checking);
  // Nothing is unselected by it.
  expect(cardText(await anna.get(paymentPaths.review), "To Pay")).toContain("£10.00");
});

it("a made-up return that seems to have failed hides no payment that came through", async () => {
  const back = await payment.atCardProvider(await payment.begin([tenPounds()]), "paid");
  tenPounds();
  const madeUp = back.replace("succeeded", "failed").replace(/crypt=[^&]*/, "crypt=@00");
  const failed = await world.api.scripted(
    ({ path }) => (path.endsWith("CompletePaymentTransaction") ? {} : undefined),
    () => anna.open(madeUp),
  );
  expect(headingOf(failed)).toBe("Payment failed");
  const page = await anna.open(back);
  expect(textOf(page)).toContain(thanks);
  expect(cardText(page, "Receipt")).toContain(`Invoice ${number}`);
});

let number: string | undefined;

/** An invoice of which £10.00 is outstanding and which no payment holds: the same each time. */
function tenPounds(): string {
  number ??= unpaid(1)[0] ?? "";
  world.provider.db
    .prepare("UPDATE invoices SET outstanding_pence = 1000, pending_until_at = NULL WHERE invoice_number = ?")
    .run(Number(number));
  return number;
}
