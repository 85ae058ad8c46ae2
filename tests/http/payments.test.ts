import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import { outstandingOf } from "../support/invoices.ts";
import {
  cardFormOf,
  cardholder,
  ledgerCalls,
  ledgerOf,
  payment,
  paymentPaths,
  startPaying,
  unpaid,
} from "../support/payment-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, textsOf, titleOf, type Page } from "../support/visitor.ts";
import { otherCardOrigin, sql, world } from "../support/world.ts";

startPaying();

const summaryOf = ({ $ }: Page) => $("[role=alert], #error-summary").text().replace(/\s+/g, " ").trim();

describe("Review your payment", () => {
  it("leads back to the list when nothing is selected", async () => {
    const page = await anna.get(paymentPaths.review);
    expect([page.status, page.location]).toEqual([302, paymentPaths.list]);
  });

  it("leads back, and says why, when someone else is paying all that was selected", async () => {
    const [number = ""] = unpaid(1);
    const page = await payment.select([number]);
    setPending(number);
    const list = await anna.follow(page);
    expect(headingOf(list)).toBe("Make a Payment");
    // The message is above the page, in the shell.
    expect(messageOf(list)).toContain(`Invoice ${number} is already being paid.`);
    expect(textOf(list)).toContain("0 invoices selected");
  });

  it("shows invoices, cardholder, total and buttons", async () => {
    const numbers = unpaid(2);
    const page = await payment.review(numbers);
    expect(titleOf(page)).toBe("Customer Portal - Review your payment");
    expect(textsOf(page, "thead th")).toEqual([
      "Invoice Number",
      "Date Issued",
      "Order Number",
      "Account Number",
      "Total",
      "Outstanding Amount",
    ]);
    const labels = page.$("#cardholder label").map((_, one) => page.$(one).text().replace("*", "").trim());
    const expected = ["First Name", "Surname", "Address Line 1", "Address Line 2", "City", "Postcode"];
    expect(labels.get().map((label, index) => label.startsWith(expected[index] ?? "?"))).toEqual(
      Array(6).fill(true),
    );
    expect(cardText(page, "To Pay")).toContain(`Total Amount${outstandingOf(numbers)}`);
    expect(page.$("#to-pay button").text()).toBe("Pay Now");
    expect(page.$("#to-pay a").attr("href")).toBe(paymentPaths.list);
    expect(page.headers.get("content-security-policy")).not.toContain(otherCardOrigin);
  });

  it("tells what is missing, keeps what was typed, and sends nothing", async () => {
    const numbers = unpaid(1);
    const page = await payment.begin(numbers, { billingSurname: "", billingCity: "Whitby & Co" });
    expect(page.status).toBe(400);
    expect(textOf(page)).toContain("Please resolve the validation errors below before submitting.");
    expect(textOf(page)).toContain("Please enter the surname.");
    expect(page.$("input[name=billingCity]").val()).toBe("Whitby & Co");
    expect(await ledgerOf(world, numbers)).toEqual([]);
  });

  it("asks for a second press where there are warnings only", async () => {
    const numbers = unpaid(1);
    const first = await payment.begin(numbers, { billingPostCode: "M1 1AE" });
    expect(first.status).toBe(400);
    expect(textOf(first)).toContain(
      `Please review the form as there are some validation messages we'd like to make you aware of before submitting your request. If you'd like to save without addressing the issues, click the "Pay now" button again.`,
    );
    const second = await payment.payNow(first, { billingPostCode: "M1 1AE" });
    expect(cardFormOf(second).crypt).toMatch(/^@[0-9A-F]+$/);
    expect(ledgerCalls(await ledgerOf(world, numbers)).filter((one) => one === "Begin started")).toHaveLength(
      1,
    );
  });

  it("takes amount and invoices from the API, never from the form", async () => {
    const numbers = unpaid(1);
    const foreign = { paymentAmount: "0.01", amount: "0.01", invoiceNumbers: "1", billingCountry: "US" };
    expect((await payment.begin(numbers, foreign)).status).toBe(400);
    expect(await ledgerOf(world, numbers)).toEqual([]);
    await payment.begin(numbers);
    const [line] = await ledgerOf(world, numbers);
    expect(line?.outcome).toBe("started");
    expect(line?.invoiceNumbers).toEqual(numbers);
    expect(`£${line?.amount?.toFixed(2)}`).toEqual(outstandingOf(numbers).replace(",", ""));
  });

  it("shows in the summary what the API refuses about the invoices", async () => {
    const page = await payment.begin(unpaid(1), { billingSurname: "Pending" });
    expect(page.status).toBe(400);
    expect(summaryOf(page)).toContain("is already being processed. Please try again later.");
    const conflict = await payment.begin(unpaid(1), { billingSurname: "Conflict" });
    expect(conflict.status).toBe(409);
    expect(summaryOf(conflict)).toContain("was changed by another user.");
  });

  it("refuses a form that was shown before a switch of account, and begins nothing", async () => {
    const numbers = unpaid(1);
    const review = await payment.review(numbers);
    await anna.post("/switch-account", { account: "1002" });
    const page = await payment.payNow(review);
    expect(page.status).toBe(409);
    expect(textOf(page)).toContain("Harbour & Pine (Retail) Ltd");
    expect(await ledgerOf(world, numbers)).toEqual([]);
    await anna.post("/switch-account", { account: "1001" });
  });

  it("answers a stale form with a message, not with a payment", async () => {
    const numbers = unpaid(2);
    const review = await payment.review(numbers.slice(0, 1));
    await payment.select(numbers, "");
    const page = await anna.follow(await payment.payNow(review));
    expect(headingOf(page)).toBe("Review your payment");
    expect(messageOf(page)).toContain("What you're paying has changed since you opened this page.");
    expect(await ledgerOf(world, numbers)).toEqual([]);
    // What was typed comes back with a new intent, so the next press pays.
    expect(page.$("input[name=billingCity]").val()).toBe(cardholder.billingCity);
    expect(cardFormOf(await payment.payNow(page)).crypt).toMatch(/^@/);
    expect((await ledgerOf(world, numbers)).map(({ invoiceNumbers }) => invoiceNumbers)).toEqual([
      [...numbers].sort(),
    ]);
  });

  it.each([
    ["as it was shown", {}],
    ["with a field that breaks a rule", { billingSurname: "" }],
  ])(
    "begins nothing where an amount has changed: the review comes back and says so (%s)",
    async (_how, typed) => {
      const numbers = unpaid(2);
      const review = await payment.review(numbers);
      const shown = outstandingOf(numbers);
      setDue(numbers[0] ?? "", 123_456);
      const page = await anna.follow(await payment.payNow(review, { billingCity: "Staithes", ...typed }));
      expect([headingOf(page), await ledgerOf(world, numbers)]).toEqual(["Review your payment", []]);
      expect(messageOf(page)).toContain("What you're paying has changed since you opened this page.");
      expect(outstandingOf(numbers) === shown).toBe(false);
      expect(page.$("input[name=billingCity]").val()).toBe("Staithes");
      expect(cardText(page, "To Pay")).toContain(`Total Amount${outstandingOf(numbers)}`);
      expect(cardFormOf(await payment.payNow(page)).crypt).toMatch(/^@/);
      const [line] = await ledgerOf(world, numbers);
      expect(`£${line?.amount?.toFixed(2)}`).toBe(outstandingOf(numbers).replace(",", ""));
    },
  );

  it("continues a begun payment with its first cardholder alone, and says so", async () => {
    const numbers = unpaid(1);
    const review = await payment.review(numbers);
    const started = cardFormOf(await payment.payNow(review));
    const page = await anna.follow(await payment.payNow(review, { billingCity: "Staithes" }));
    expect(messageOf(page)).toContain("You started this payment with the details below");
    expect(page.$("input[name=billingCity]").val()).toBe(cardholder.billingCity);
    expect(cardFormOf(await payment.payNow(page))).toEqual(started);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });

  it("doesn't continue a begun payment whose amount is no longer what is due", async () => {
    const numbers = unpaid(1);
    const review = await payment.review(numbers);
    await payment.payNow(review);
    setDue(numbers[0] ?? "", 1);
    const page = await anna.follow(await payment.payNow(review));
    expect([headingOf(page), page.$("#card-provider").length]).toEqual(["Make a Payment", 0]);
    expect(messageOf(page)).toContain(`Invoice ${numbers[0]} is already being paid.`);
  });

  it("pays nothing that the review didn't show, even if it can be paid again meanwhile", async () => {
    const [theirs = "", mine = ""] = unpaid(2);
    await payment.select([theirs, mine], "");
    setPending(theirs);
    const review = await anna.open(paymentPaths.review);
    expect(cardText(review, "To Pay")).toContain(`Total Amount${outstandingOf([mine])}`);
    expect(messageOf(review)).toContain(`Invoice ${theirs} is already being paid.`);
    sql`UPDATE invoices SET pending_until_at = NULL WHERE invoice_number = ${Number(theirs)}`;
    await payment.payNow(review);
    expect((await ledgerOf(world, [theirs, mine])).map(({ invoiceNumbers }) => invoiceNumbers)).toEqual([
      [mine],
    ]);
  });

  it("counts each of more than a dozen invoices once, even if the API repeats its rows", async () => {
    const numbers = Array.from({ length: 14 }, (_, index) => String(900_001 + index));
    const items = [...numbers, ...numbers].map((invoiceNumber) => ({
      invoiceNumber: Number(invoiceNumber),
      ...{ dateIssued: "2026-03-05T00:00:00Z", orderNumber: "", accountNumber: "HAR005", status: 0 },
      ...{ total: "10.00", outstandingAmount: "10.00", isCardPaymentPending: false },
    }));
    const body = JSON.stringify({ items, totalCount: items.length });
    const review = await world.api.answering("MyInvoices", { body }, () => payment.review(numbers));
    expect(review.$("#invoices tbody tr").length).toBe(14);
    expect(cardText(review, "To Pay")).toContain("Total Amount£140.00");
  });

  it("names an invoice that a colleague is paying meanwhile; the next press pays the other one", async () => {
    const [taken = "", left = ""] = unpaid(2);
    const review = await payment.review([taken, left]);
    setPending(taken);
    const page = await anna.follow(await payment.payNow(review));
    expect(headingOf(page)).toBe("Review your payment");
    expect(messageOf(page)).toContain(
      `Invoice ${taken} is already being paid. Please check what's left before you pay.`,
    );
    expect(cardText(page, "To Pay")).toContain(`Total Amount${outstandingOf([left])}`);
    expect(await ledgerOf(world, [taken, left])).toEqual([]);
    expect(cardFormOf(await payment.payNow(page)).crypt).toMatch(/^@/);
    const [line] = await ledgerOf(world, [left]);
    expect([line?.invoiceNumbers, line?.outcome]).toEqual([[left], "started"]);
  });

  it("leads to the list when a begun payment was paid, but nobody came back from the card provider", async () => {
    const [number = ""] = unpaid(1);
    await payment.begin([number]);
    sql`UPDATE invoices SET outstanding_pence = 0, pending_until_at = NULL WHERE invoice_number = ${Number(number)}`;
    const review = await anna.get(paymentPaths.review);
    expect(review.location).toBe(paymentPaths.list);
    expect(messageOf(await anna.follow(review))).toContain(`Invoice ${number} is no longer outstanding.`);
  });

  it("shows one invoice alone after 'Pay this invoice', and says how many are no longer selected", async () => {
    const [earlier = "", one = ""] = unpaid(2);
    await payment.select([earlier], "");
    const invoice = await anna.get(`/invoices/${one}`);
    const sent = await anna.submit(invoice, "form:has(button[value=only])", { next: "only" });
    const review = await anna.follow(sent);
    expect(cardText(review, "To Pay")).toContain(`Total Amount${outstandingOf([one])}`);
    expect(messageOf(review)).toContain("1 other invoice is no longer selected.");
  });

  it("shows that invoice after 'Pay this invoice' even if the selection was full", async () => {
    const [number = ""] = unpaid(1);
    await payment.fill();
    const review = await anna.follow(await payment.select([number], "only"));
    expect(headingOf(review)).toBe("Review your payment");
    expect(review.$("#invoices tbody tr").length).toBe(1);
  });

  it("sends the person's IP address, the country and the wish for a confirmation", async () => {
    const [, calls] = await world.api.record(() => payment.begin(unpaid(1)));
    const begin = calls.find(({ path }) => path.endsWith("BeginPaymentTransaction"));
    expect(JSON.parse(begin?.body ?? "")).toMatchObject({
      ipAddress: expect.stringMatching(/^[\d.:a-f]+$/),
      billingCountry: "GB",
      isSaveConfirmationRequired: true,
      isSaveConfirmed: false,
    });
  });
});

function setDue(number: string, pence: number): void {
  sql`UPDATE invoices SET outstanding_pence = ${pence} WHERE invoice_number = ${Number(number)}`;
}

/** Marks the invoice as being paid by someone else. */
function setPending(number: string): void {
  sql`UPDATE invoices SET pending_until_at = ${Date.now() + 3_600_000} WHERE invoice_number = ${Number(number)}`;
}

it.each(Object.values(paymentPaths))(
  "every page of a payment %s asks for a sign-in and for the role",
  async (path) => {
    expect((await world.visitor().get(path)).location).toMatch(/^\/login/);
    const ben = await signedIn(world, "ben");
    expect((await ben.get(path)).status).toBe(403);
  },
);
