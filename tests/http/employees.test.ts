import { describe, expect, it } from "vitest";
import { BookingPages } from "../support/booking-pages.ts";
import { DirectDebitPages, goodNumbers, mandatesOf, summaryOf } from "../support/direct-debit-pages.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, type Page, type Visitor } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const customer = "Harbour & Pine Ltd";
const asked = `I'm doing this for ${customer}, at their request`;
const refusal = `Confirm that you're doing this for ${customer}`;
const boxOn = ({ $ }: Page) => $("main input[name=onBehalf]");

describe("a form that binds the customer", () => {
  it("asks an employee who pays to confirm it for the named customer, and begins no payment before that", async () => {
    const ella = new Payment(await signedIn(world, "ella", "1001"));
    const review = await ella.review(unpaidInvoices(world)(1));
    const box = boxOn(review);
    expect(review.$(`label[for='${box.attr("id")}']`).text()).toBe(asked);
    const [refused, calls] = await world.api.record(() => ella.payNow(review));
    expect([refused.status, summaryOf(refused).includes(refusal)]).toEqual([400, true]);
    expect(refused.$(`[role=alert] a[href='#${boxOn(refused).attr("id")}']`).length).toBe(1);
    expect(calls.filter(({ path }) => path.startsWith("/Payment/Begin"))).toEqual([]);
    expect(await invalidMarkup(refused.text)).toEqual([]);
    const begun = await ella.payNow(refused, { onBehalf: "on" });
    expect([begun.status, headingOf(begun)]).toEqual([200, "Continue to payment"]);
  });

  it("asks an employee once more where the total has changed since the box was ticked", async () => {
    const ella = new Payment(await signedIn(world, "ella", "1001"));
    const numbers = unpaidInvoices(world)(2);
    const review = await ella.review(numbers.slice(0, 1));
    await ella.select(numbers, "");
    const page = await ella.visitor.follow(await ella.payNow(review, { onBehalf: "on" }));
    expect([headingOf(page), boxOn(page).attr("checked")]).toEqual(["Review your payment", undefined]);
    expect((await ella.payNow(page)).status).toBe(400);
  });

  it("asks an employee who completes a direct debit to confirm it", async () => {
    const ella = new DirectDebitPages(await signedIn(world, "ella", "1001"));
    const page = await ella.confirm({ account: "HAR004", ...goodNumbers, bankAccountName: "HARBOUR" });
    const refused = await ella.complete(page);
    expect([refused.status, summaryOf(refused).includes(refusal)]).toEqual([400, true]);
    expect(mandatesOf("HAR004")).toEqual([]);
    const done = await ella.visitor.submit(refused, "#direct-debit-confirmation", { onBehalf: "on" });
    expect([done.status, mandatesOf("HAR004").length]).toEqual([303, 1]);
  });

  it("asks an employee who agrees to charges or books an engineer, and the receipt names the customer", async () => {
    const ella = await signedIn(world, "ella", "1001");
    const booking = await BookingPages.after(ella, "150");
    const unagreed = await booking.agree(await booking.get("charges"));
    expect([unagreed.status, summaryOf(unagreed).includes(refusal)]).toEqual([400, true]);
    expect((await booking.get("engineer-appointment")).location).toBe(`${booking.at}/charges`);
    // A tick that was for different words doesn't come back beside these.
    const ticked = (page: Page) => page.$("main input[name=agreed][checked]").length;
    const words = await booking.get("charges");
    const stale = await ella.submit(words, "#line-fault-agreement", { agreed: "on", shownTerms: "other" });
    const same = await ella.submit(words, "#line-fault-agreement", { agreed: "on" });
    expect([stale.status, ticked(stale), ticked(same)]).toEqual([400, 0, 1]);
    await ella.submit(unagreed, "#line-fault-agreement", { agreed: "on", onBehalf: "on" });
    await booking.select(await booking.get("engineer-appointment"));
    const unsent = await booking.send(await booking.get("collect-data"));
    expect([unsent.status, summaryOf(unsent).includes(refusal), booking.calls()]).toEqual([400, true, []]);
    const done = await ella.follow(await booking.send(unsent, { onBehalf: "on" }));
    expect([headingOf(done), booking.calls()]).toEqual(["Success", ["logged"]]);
    expect(textOf(await booking.get("receipt"))).toContain(`for ${customer}, at their request`);
  });

  it("asks a customer for no confirmation", async () => {
    const anna = new Payment(await signedIn(world, "anna", "1001"));
    const review = await anna.review(unpaidInvoices(world)(1));
    expect(boxOn(review).length).toBe(0);
    expect(headingOf(await anna.payNow(review))).toBe("Continue to payment");
  });
});

const stripOn = ({ $ }: Page) => $("aside[aria-label='Signed in as an employee']").text();

it("the employee's strip names the account to an employee on every page, errors included, and isn't shown to a customer", async () => {
  const ella = await signedIn(world, "ella", "1003");
  for (const path of ["/dashboard", "/account/contacts/424242", "/no-such-page"])
    expect(stripOn(await ella.get(path)), path).toContain("Employeeacting for Brightwater Dental Group1003");
  const anna = await signedIn(world, "anna", "1001");
  expect(stripOn(await anna.get("/dashboard"))).toBe("");
});

const choicesOn = ({ $ }: Page) =>
  $("main input[name=account]")
    .map((_, choice) => String($(choice).val()))
    .get();

async function employeeOf(size: 100 | 10_000): Promise<readonly [Visitor, Page]> {
  const visitor = world.visitor();
  return [visitor, await visitor.signIn(`accounts-${size}@provider.example`, { employee: true })] as const;
}

describe("an employee of 10,000 accounts", () => {
  it("finds an account by name or number, 20 a page, and acts for it; the API is asked for the list once", async () => {
    const [, calls] = await world.api.record(async () => {
      const [visitor, page] = await employeeOf(10_000);
      expect([headingOf(page), choicesOn(page).length]).toEqual(["Choose Account", 20]);
      expect(page.$("main a[href*='page=500']").text()).toBe("500");
      const last = await visitor.get("/switch-account?page=500");
      expect(choicesOn(last).length).toBe(20);
      expect(choicesOn(await visitor.get("/switch-account?page=501"))).toEqual(choicesOn(last));
      const found = await visitor.submit(page, "main form[role=search]", { search: "brightwater" });
      expect(choicesOn(found)).toEqual(["1003"]);
      const byNumber = await visitor.get("/switch-account?search=109994");
      expect([choicesOn(byNumber), textOf(byNumber).includes("Account 109994")]).toEqual([["109994"], true]);
      const refused = await visitor.submit(byNumber, "main form:has([name=account])", { account: "109996" });
      expect([refused.status, choicesOn(refused)]).toEqual([400, ["109994"]]);
      await visitor.submit(byNumber, "main form:has([name=account])", { account: "109994" });
      const dashboard = await visitor.get("/dashboard");
      expect([dashboard.status, stripOn(dashboard).includes("109994")]).toEqual([200, true]);
      expect((await visitor.get("/invoices")).status).toBe(200);
    });
    const asked = calls.filter(({ path }) => /MyAccounts|UnreadCount/.test(path)).map(({ path }) => path);
    expect(asked).toEqual(["/Client/MyAccounts"]);
  });

  it("gets pages as short as with 100 accounts, and is told which account an outdated form belongs to", async () => {
    const [[many, page], [, short]] = [await employeeOf(10_000), await employeeOf(100)];
    expect(page.text.length / short.text.length).toBeLessThan(1.05);
    await many.post("/switch-account", { account: "1002" });
    await many.post("/switch-account", { account: "1001" });
    const late = await many.post("/invoices/make-a-payment", { account: "1002", next: "keep" });
    expect([late.status, textOf(late).includes("Harbour & Pine (Retail) Ltd")]).toEqual([409, true]);
  });
});
