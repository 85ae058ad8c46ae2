import { describe, expect, it } from "vitest";
import { goodNumbers, mandatesOf, summaryOf, WizardPages } from "../support/direct-debit-pages.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, type Page } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const customer = "Harbour & Pine Ltd";
const asked = `I do this for ${customer}, at their request`;
const refusal = `Confirm that you do this for ${customer}`;
const boxOn = ({ $ }: Page) => $("main input[name=onBehalf]");

describe("what binds the customer", () => {
  it("asks an employee who pays once more, by the customer's name, and nothing begins before", async () => {
    const ella = new Payment(await signedIn(world, "ella", "1001"));
    const review = await ella.review(unpaidInvoices(world)(1));
    const box = boxOn(review);
    expect(review.$(`label[for='${box.attr("id")}']`).text()).toBe(asked);
    const [refused, calls] = await world.api.record(() => ella.payNow(review));
    expect([refused.status, summaryOf(refused).includes(refusal)]).toEqual([400, true]);
    expect(refused.$(`[role=alert] a[href='#${boxOn(refused).attr("id")}']`).length).toBe(1);
    expect(calls.filter(({ path }) => path.startsWith("/Payment/Begin"))).toEqual([]);
    const begun = await ella.payNow(refused, { onBehalf: "on" });
    expect([begun.status, headingOf(begun)]).toEqual([200, "Continue to payment"]);
  });

  it("asks an employee who completes a direct debit", async () => {
    const ella = new WizardPages(await signedIn(world, "ella", "1001"));
    const page = await ella.confirm({ account: "HAR004", ...goodNumbers, bankAccountName: "HARBOUR" });
    const refused = await ella.complete(page);
    expect([refused.status, summaryOf(refused).includes(refusal)]).toEqual([400, true]);
    expect(mandatesOf("HAR004")).toEqual([]);
    const done = await ella.visitor.submit(refused, "#direct-debit-confirmation", { onBehalf: "on" });
    expect([done.status, mandatesOf("HAR004").length]).toEqual([303, 1]);
  });

  it("asks a customer nothing", async () => {
    const anna = new Payment(await signedIn(world, "anna", "1001"));
    const review = await anna.review(unpaidInvoices(world)(1));
    expect(boxOn(review).length).toBe(0);
    expect(headingOf(await anna.payNow(review))).toBe("Continue to payment");
  });
});
