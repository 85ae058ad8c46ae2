import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import { numberOf, outstandingOf } from "../support/invoices.ts";
import {
  Payment,
  payment,
  paymentPaths,
  startPaying,
  unpaid,
  unpaidInvoices,
} from "../support/payment-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, textsOf, titleOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startPaying();

describe("Make a Payment", () => {
  it("shows the spec's columns, buttons and warning", async () => {
    const page = await anna.get(paymentPaths.list);
    expect(titleOf(page)).toBe("Customer Portal - Make a Payment");
    expect(textsOf(page, "thead th")).toEqual([
      "Invoice Number",
      "Date Issued",
      "Order Number",
      "Account Number",
      "Total",
      "Outstanding Amount",
      "Select",
    ]);
    const text = textOf(page);
    expect(text).toContain(
      "We cannot take a further payment against an invoice if the status shows as payment processing. Please try again later.",
    );
    expect(textsOf(page, "main a")).toEqual(
      expect.arrayContaining(["Manage Invoices", "Setup Direct Debit"]),
    );
    const proceed = page.$("button[value=proceed]");
    // Without scripts it must be possible to press it: a message says what's missing.
    expect([proceed.text(), proceed.attr("disabled")]).toEqual(["Proceed to Payment", undefined]);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("searches by the button and by Enter, keeps what is ticked, and shows each invoice's status", async () => {
    const [ticked = "", wanted = ""] = unpaid(2);
    const page = await anna.get(`${paymentPaths.list}?size=100`);
    const searched = { search: wanted, select: ticked };
    for (const typed of [searched, { ...searched, next: "chosen" }]) {
      const found = await anna.submit(page, "#unpaid", typed);
      expect(found.location).toBe(`${paymentPaths.list}?search=${wanted}&size=100`);
    }
    const shown = await anna.get(`${paymentPaths.list}?search=${wanted}`);
    const rows = shown.$("tbody tr").map((_, row) => shown.$(row).find("th").text().trim());
    expect(rows.get()).toEqual([`${wanted}Live`]);
    expect(textOf(shown)).toContain(`1 invoice selected${outstandingOf([ticked])}`);
    const none = await anna.get(`${paymentPaths.list}?search=no+such+invoice`);
    expect(textOf(none)).toContain("No unpaid invoices match ‘no such invoice’.");
    const disputed = await anna.get(`${paymentPaths.list}?search=${numberOf("Disputed charge")}`);
    expect(disputed.$("tbody th").text()).toContain("Disputed");
  });

  it("says 'Payment processing' in place of a checkbox, and right above the list what that means", async () => {
    const page = await anna.get(`${paymentPaths.list}?size=100`);
    expect(page.$("#unpaid > :has(table)").prev().text()).toContain(
      "We cannot take a further payment against an invoice",
    );
    const row = page.$("tbody tr").filter((_, one) => page.$(one).text().includes("Being paid"));
    expect(row.find("td[data-label=Select]").text()).toContain("Payment processing");
    expect(row.find("input").length).toBe(0);
  });

  it("asks to select an invoice where none is selected", async () => {
    const page = await payment.select([]);
    expect([page.status, headingOf(page)]).toEqual([400, "Make a Payment"]);
    expect(textOf(page)).toContain("Select an invoice to continue");
  });

  it("keeps ticks from page to page of the list", async () => {
    const first = await anna.get(`${paymentPaths.list}?size=8`);
    const [number = ""] = first.$("input[name=select]").map((_, box) => String(first.$(box).val()));
    const next = await anna.submit(first, "#unpaid", { select: number, next: "?page=2&size=8" });
    expect(next.location).toBe(`${paymentPaths.list}?page=2&size=8`);
    expect(textOf(await anna.follow(next))).toContain(`1 invoice selected${outstandingOf([number])}`);
    const back = await anna.get(`${paymentPaths.list}?size=8`);
    expect(back.$(`input[name=select][value=${number}]`).attr("checked")).toBeDefined();
  });

  it("selects all that is due, and clears the selection", async () => {
    const all = await anna.follow(await payment.select([], "all"));
    const boxes = all.$("input[name=select]");
    expect(boxes.length).toBeGreaterThan(5);
    const left = boxes
      .not("[checked]")
      .closest("tr")
      .map((_, row) => all.$(row).text());
    expect(left.length).toBeLessThan(boxes.length);
    for (const row of left.get())
      expect(row).toMatch(/Direct Debit on or after|Disputed|On hold|Above the card limit/);
    expect(textOf(await anna.follow(await payment.select([], "none")))).toContain("0 invoices selected");
  });

  it("says so if the API counts more unpaid invoices than it gives", async () => {
    const items = [9_001, 9_002, 9_003].map((invoiceNumber) => ({
      invoiceNumber,
      dateIssued: "2026-05-05T00:00:00Z",
      orderNumber: "",
      accountNumber: "NOBODY1",
      status: 0,
      total: 10,
      outstandingAmount: 10,
      isCardPaymentPending: false,
    }));
    const body = JSON.stringify({ items, totalCount: 5, outstandingTotal: 50 });
    const script: Script = ({ path }) => (path === "/Invoice/MyInvoices" ? { body } : undefined);
    const list = await world.api.scripted(script, async () => anna.follow(await payment.select([], "all")));
    expect(messageOf(list)).toContain(
      "We couldn't load all your unpaid invoices. We've selected 3 of the ones we did load.",
    );
  });

  it("tells how many of more than a thousand are selected", async () => {
    const items = Array.from({ length: 1_201 }, (_, index) => ({
      invoiceNumber: String(90_001 + index),
      dateIssued: "2026-05-05T00:00:00Z",
      accountNumber: "NOBODY1",
      status: 0,
      total: 10,
      outstandingAmount: 10,
      isCardPaymentPending: false,
    }));
    const body = JSON.stringify({ items, totalCount: 1_201, outstandingTotal: 12_010 });
    const script: Script = ({ path }) => (path === "/Invoice/MyInvoices" ? { body } : undefined);
    const list = await world.api.scripted(script, async () => anna.follow(await payment.select([], "all")));
    expect(messageOf(list)).toContain("We've selected 200 of the 1,201 due, starting with the oldest.");
    await payment.select([], "none");
  });

  it.each([
    ["Nothing to pay by card right now.", { status: 3 }, { outstandingTotal: 10 }],
    ["2 invoices unpaid, the oldest dated 05/05/2026", { status: 0 }, { totalCount: 2 }],
  ])("says '%s' where no sum is due or known", async (text, invoice, totals) => {
    const amounts = { total: 10, outstandingAmount: 10, isCardPaymentPending: false };
    const items = [{ invoiceNumber: "9001", dateIssued: "2026-05-05", ...invoice, ...amounts }];
    const body = JSON.stringify({ items, totalCount: 1, ...totals });
    const list = await world.api.answering("/Invoice/MyInvoices", { body }, () =>
      anna.get(paymentPaths.list),
    );
    expect(list.$("section[aria-label='Amount due']").text()).toContain(text);
  });

  it("says on the list, in its message and on the review that Direct Debits couldn't be checked", async () => {
    const said = "We couldn't check which invoices will be collected by Direct Debit.";
    expect(textOf(await payment.review(unpaid(1)))).not.toContain(said);
    const script: Script = ({ path }) => (path.includes("GetDirectDebits") ? { status: 500 } : undefined);
    await world.api.scripted(script, async () => {
      const list = await anna.follow(await payment.select([], "all"));
      expect(messageOf(list)).toContain(said);
      expect(textOf(list)).toContain(said);
      expect(textOf(await anna.get(paymentPaths.review))).toContain(said);
      await payment.select([], "none");
    });
  });

  it("says which ticked invoice no longer fits into one payment", async () => {
    const [number = ""] = unpaid(1);
    await payment.fill();
    expect((await payment.select([number], "keep")).status).toBe(400);
    const page = await anna.follow(await payment.select([number], ""));
    expect(messageOf(page)).toContain(
      `You can pay up to 200 invoices in one go. Invoice ${number} is left out.`,
    );
    expect(page.$(`#select-${number}`).attr("checked")).toBeUndefined();
  });

  it.each([
    ["", /^You can pay up to 200 invoices in one go\. 202 of the invoices you selected are left out\.$/],
    [
      "all",
      /^\d+ invoices selected\. Not included: 2 collected by Direct Debit \(.+\), 4 disputed or on hold \(.+\), 1 payment processing \(.+\)\.$/,
    ],
    ["only", /^200 other invoices are no longer selected\. You can pay up to .* Please check/],
  ])("shows a single message when more is ticked than a payment can hold (next=%s)", async (next, said) => {
    await payment.fill();
    const many = Array.from({ length: 201 }, (_, index) => `more-${index}`);
    const page = await anna.follow(await payment.select([...unpaid(1), ...many], next));
    expect(textsOf(page, "div[role=status] p")).toEqual([expect.stringMatching(said)]);
  });

  it("tells the card limit where invoices are selected", async () => {
    const large = numberOf("Above the card limit");
    const tooMuch = "You can't pay more than £100,000.00 by card in one go.";
    expect(textOf(await anna.get(paymentPaths.list))).toContain(
      "You can pay up to 200 invoices, and up to £100,000.00",
    );
    const list = await anna.follow(await payment.select([large], ""));
    expect(messageOf(list)).toContain(tooMuch);
    const page = await payment.select([large]);
    expect(page.status).toBe(400);
    expect(headingOf(page)).toBe("Make a Payment");
    expect(textOf(page)).toContain(tooMuch);
    expect(messageOf(await anna.follow(await payment.select([], "none")))).not.toContain(tooMuch);
  });

  it("takes no invoice of another account, and none that's being paid", async () => {
    const [theirs = ""] = unpaidInvoices(world, "1002")(1);
    const pending = sql`SELECT invoice_number AS n FROM invoices WHERE order_number = 'Being paid'`[0];
    const number = String(pending?.["n"]);
    const page = await payment.select([theirs, number]);
    expect(page.status).toBe(400);
    expect(textsOf(page, "[role=alert] li")).toEqual([
      `Invoice ${number} is already being paid. Invoice ${theirs} is no longer outstanding.`,
    ]);
    const strange = await payment.select(["0", "../../x", "<b>"]);
    expect(strange.status).toBe(400);
    expect(textOf(strange)).toContain("Invoices ../../x, 0 and <b> are no longer");
    const [mine = ""] = unpaid(1);
    const review = await payment.review([mine, theirs]);
    expect(review.$("main tbody tr").length).toBe(1);
    expect(textOf(review)).toContain(`Total Amount${outstandingOf([mine])}`);
  });

  it.each(["//evil.example", "https://evil.example", "?next=//evil", "/\\evil", "?page=9e99"])(
    "stays on the list for next=%s",
    async (next) => {
      const page = await payment.select([], next);
      expect(page.status).toBe(303);
      expect(page.location).toMatch(/^\/invoices\/make-a-payment/);
    },
  );
});

it("an invoice that the API can't give at the moment leaves the list and a way to clear the selection", async () => {
  const [number = ""] = unpaid(1);
  await payment.select([number], "");
  const page = await world.api.failing("/Invoice/Details", () => anna.get(paymentPaths.list));
  expect(page.status).toBe(200);
  expect(textOf(page)).toContain("We couldn't load one of the invoices you selected");
  expect(page.$("form#unpaid [role=status]").last().text()).toBe("1 invoice selected");
  const cleared = await anna.follow(await payment.select([], "none"));
  expect(cleared.$("form#unpaid [role=status]").text()).toContain("0 invoices selected");
});

it("a payment whose card page was left is continued from the dashboard, its invoice and the list, until it has ended", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const theirs = new Payment(visitor);
  const [number = "", other = ""] = unpaid(2);
  const waysBack = async () => {
    const found: string[] = [];
    for (const path of ["/dashboard", `/invoices/${number}`, `/invoices/${other}`, paymentPaths.list])
      if ((await visitor.get(path)).$(`main a[href='${paymentPaths.review}']`).length > 0) found.push(path);
    return found;
  };
  await theirs.select([number]);
  expect(await waysBack()).toEqual([]);
  const cardPage = await theirs.payNow(await visitor.get(paymentPaths.review));
  expect(await waysBack()).toEqual(["/dashboard", `/invoices/${number}`, paymentPaths.list]);
  expect(textOf(await visitor.get(paymentPaths.list))).toContain(
    `We haven't heard how your payment of ${outstandingOf([number])} ended. Check or continue your payment`,
  );
  expect(textOf(await visitor.get(paymentPaths.review))).toContain("You didn't finish this payment.");
  // Something else is selected, so the review isn't about that payment.
  await theirs.select([other], "");
  expect(await waysBack()).toEqual([]);
  await theirs.select([], "none");
  await theirs.select([number], "");
  expect(await waysBack()).toHaveLength(3);
  const back = await theirs.atCardProvider(cardPage, "declined");
  // The API hasn't received the return yet.
  await world.api.answering("CompletePaymentTransaction", { status: 429 }, async () => {
    await visitor.open(back);
    expect(await waysBack()).toEqual([]);
  });
  await visitor.open(back);
  expect(await waysBack()).toEqual([]);
});
