import { afterAll, describe, expect, it, vi } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { DirectDebitPages, listPath, mandatesOf, newPages, sample } from "../support/direct-debit-pages.ts";
import { cardText } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, textsOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

// A fixed clock, the portal's and the provider's as well: how many days a working day is away depends on the date.
vi.useFakeTimers({ now: Date.parse("2026-11-25T12:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
startWithAnna({});

const DAY = 24 * 60 * 60 * 1000;
const [live, onHold, disputed] = [0, 1, 3];

/** Changes the newest invoice of an account number, by default to an unpaid one of today; returns its number. */
function prepareInvoice(
  account: string,
  { daysOld = 0, status = live, pence = 12_345, isPending = false } = {},
): string {
  const row =
    sql`SELECT max(invoice_number) AS n FROM invoices WHERE account_number = ${account} AND client_id = '1001'`[0];
  sql`UPDATE invoices SET issued_at = ${Date.now() - daysOld * DAY}, status = ${status}, outstanding_pence = ${pence},
    pending_until_at = ${isPending ? Date.now() + DAY : null} WHERE invoice_number = ${Number(row?.["n"])}`;
  return String(row?.["n"]);
}

/** Marks all other invoices of account 1001 as paid. */
function payAllExcept(...numbers: readonly string[]): void {
  world.provider.db.exec(
    `UPDATE invoices SET outstanding_pence = 0 WHERE client_id = '1001' AND invoice_number NOT IN (${numbers.join() || 0})`,
  );
}

const collected = "Collected by Direct Debit on or after";
const NOT_CHECKED = "We couldn't check which invoices will be collected by Direct Debit.";
const inRow = /Direct Debit on or after \d\d\/\d\d\/\d{4}/;

describe("an invoice is shown as collected by Direct Debit", () => {
  it.each([
    ["if it is Live, issued today, of an account with a direct debit", "HAR001", {}, true],
    ["not if it is disputed", "HAR001", { status: disputed }, false],
    ["not while it is being paid", "HAR001", { isPending: true }, false],
    ["not if its account has no direct debit", "HAR005", {}, false],
  ])("%s", async (_what, account, kind, isCollected) => {
    const number = prepareInvoice(account, kind);
    const page = await anna.get(`/invoices/${number}`);
    expect(textOf(page).includes(collected)).toBe(isCollected);
    const isPayable = !("isPending" in kind || "pence" in kind);
    expect(page.$("main button[value=only]").length).toBe(Number(isPayable));
    expect(page.$("main details button[value=only]").length).toBe(Number(isCollected));
    const list = await anna.get(`/invoices?search=${number}`);
    expect(inRow.test(list.$("td[data-label='Account Number']").text())).toBe(isCollected);
    if (!isPayable) return;
    const review = await anna.follow(
      await anna.post("/invoices/make-a-payment", { account: "1001", select: number, next: "only" }),
    );
    expect(inRow.test(review.$("#invoices td[data-label='Account Number']").text())).toBe(isCollected);
  });

  it("not if the direct debit was set up after the invoice was issued", async () => {
    world.provider.db.exec(
      "DELETE FROM direct_debits WHERE link_id = (SELECT link_id FROM sage_accounts WHERE number = 'HAR006')",
    );
    const number = prepareInvoice("HAR006", { daysOld: 4 });
    const setUp = await newPages();
    const confirmation = await setUp.confirm({ ...sample, account: "HAR006" });
    expect(textOf(confirmation)).toMatch(
      /won't collect anything due before \d\d\/\d\d\/\d{4}\. Please pay that by card\./,
    );
    await anna.get("/dashboard");
    await setUp.complete(confirmation);
    expect(mandatesOf("HAR006").length).toBe(1);
    // The dashboard no longer uses its cached direct debits.
    const [, calls] = await world.api.record(() => anna.get("/dashboard"));
    expect(calls.map(({ path }) => path)).toContain("/DirectDebit/GetDirectDebits");
    const page = await anna.get(`/invoices/${number}`);
    expect(textOf(page)).not.toContain(collected);
    expect(page.$("main > * button[value=only]").length).toBe(1);
    const id = mandatesOf("HAR006")[0]?.id;
    const edit = new DirectDebitPages(anna, `${listPath}/${id}`);
    expect(textOf(await edit.confirm({ bankAccountName: "HARBOUR LTD" }))).not.toContain("won't collect");
  });

  it("not if the direct debits can't be loaded", async () => {
    const number = prepareInvoice("HAR001");
    world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
    for (const path of [`/invoices/${number}`, "/invoices", "/invoices/make-a-payment"]) {
      const page = await anna.get(path);
      expect(page.status).toBe(200);
      expect(textOf(page)).not.toContain(collected);
      expect(textOf(page)).toContain(NOT_CHECKED);
    }
  });
});

it("the confirmation of a new direct debit counts what a card can pay now, and nothing else", async () => {
  world.provider.db.exec(
    "DELETE FROM direct_debits WHERE link_id = (SELECT link_id FROM sage_accounts WHERE number = 'HAR004')",
  );
  payAllExcept();
  const setUp = await newPages();
  for (const kind of [{ isPending: true }, { status: onHold }, { status: disputed }, { pence: 10_000_001 }]) {
    prepareInvoice("HAR004", { daysOld: 4, ...kind });
    expect(textOf(await setUp.confirm(sample))).not.toContain("due now");
  }
  prepareInvoice("HAR004", { daysOld: 4 });
  const confirmation = await setUp.confirm(sample);
  expect(textOf(confirmation)).toMatch(/An invoice for HAR004.* is due now\./);
  const [failed, list] = await world.api.failing(
    ({ path, query }) => path === "/Invoice/MyInvoices" && query.get("PageSize") === "200",
    async () =>
      [
        await setUp.visitor.get(setUp.at + "/confirmation"),
        await anna.get("/invoices/make-a-payment"),
      ] as const,
  );
  expect(textOf(failed)).toContain(
    "There was an error loading invoices. This Direct Debit won't collect anything due before",
  );
  expect(textOf(list)).toContain("There was an error loading invoices.");
});

it("'Pay now' and 'Select all due' tick what fits into one payment, the oldest first, and say so", async () => {
  const [first = "", second = "", third = ""] = ["HAR004", "HAR005", "HAR006"].map((account, index) =>
    prepareInvoice(account, { daysOld: 60 - index, pence: [6_000_000, 4_000_001, 4_000_000][index] }),
  );
  payAllExcept(first, second, third);
  const press = (next: string) => anna.post("/invoices/make-a-payment", { account: "1001", next });
  const said =
    "You can pay up to 200 invoices, and up to £100,000.00, in one go. We've selected 2 of the 3 due, starting with the oldest.";
  const review = await anna.follow(await press("due"));
  expect(headingOf(review)).toBe("Review your payment");
  expect(messageOf(review)).toContain(said);
  const list = await anna.follow(await press("all"));
  const ticked = list.$("input[name=select][checked]").map((_, box) => String(list.$(box).val()));
  expect([ticked.get(), messageOf(list)]).toEqual([[first, third], expect.stringContaining(said)]);
  payAllExcept();
  const none = await anna.follow(await press("due"));
  expect(headingOf(none)).toBe("Make a Payment");
  expect(messageOf(none)).toContain("There's nothing to select");
});

it("what a Direct Debit collects can be paid by card, with the same warning everywhere", async () => {
  const number = prepareInvoice("HAR001");
  payAllExcept(number);
  const warning = "Pay by card only if you want to pay sooner.";
  const card = (await anna.get("/dashboard")).$("#to-pay").closest("section");
  expect(card.text()).toContain(warning);
  expect(card.find("a[href='/invoices/make-a-payment']").length).toBe(1);
  const lists = ["/invoices", "/invoices/make-a-payment"];
  for (const path of [...lists, ...lists.map((list) => `${list}?search=nothing`), `/invoices/${number}`])
    expect(textOf(await anna.get(path))).toContain(warning);
  const review = await anna.follow(
    await anna.post("/invoices/make-a-payment", { account: "1001", select: number, next: "only" }),
  );
  expect(textOf(review)).toContain(warning);
});

it("'Select all due' leaves out what is collected, disputed or above the card limit, and says so", async () => {
  const due = prepareInvoice("HAR005", { daysOld: 40 });
  const leftOut = [
    prepareInvoice("HAR001"),
    prepareInvoice("HAR004", { status: disputed }),
    prepareInvoice("HAR006", { daysOld: 40, pence: 10_000_001 }),
  ];
  payAllExcept(due, ...leftOut);
  const post = (next: string, ...select: string[]) =>
    anna.post(
      "/invoices/make-a-payment",
      new URLSearchParams([["account", "1001"], ["next", next], ...select.map((one) => ["select", one])]),
    );
  const page = await anna.follow(await post("all"));
  const ticked = page.$("input[name=select][checked]").map((_, box) => String(page.$(box).val()));
  expect(ticked.get()).toEqual([due]);
  expect(messageOf(page)).toContain(
    "1 invoice selected. Not included: 1 collected by Direct Debit (£123.45), 1 disputed or on hold (£123.45), 1 over the card limit (£100,000.01).",
  );
  const paying = await anna.follow(await post("due"));
  expect(textOf(paying).split("Not included:")).toHaveLength(2);
  await post("none");
  const tooMuch = await post("proceed", leftOut[2] ?? "");
  expect(tooMuch.status).toBe(400);
  expect(textOf(tooMuch)).toContain("You can't pay more than £100,000.00 by card in one go.");
  expect(textOf(tooMuch)).toContain(
    `Invoice ${leftOut[2]} (£100,000.01) is over that limit. Please pay it by bank transfer.`,
  );
  const invoice = await anna.get(`/invoices/${leftOut[2]}`);
  expect(invoice.$("button[value=only]").length).toBe(0);
  expect(textOf(invoice)).toContain("by bank transfer");
  expect((await anna.get("/invoices/payment-summary")).location).toBe("/invoices/make-a-payment");
  await post("none");
  const both = await post("proceed", due, leftOut[2] ?? "");
  const wayOut = both.$("button[value=fits]").text();
  expect(wayOut).toMatch(/^Leave out what's over the limit and pay £[\d.]+$/);
  const review = await anna.follow(await anna.submit(both, "form:has(button[value=fits])", { next: "fits" }));
  expect(cardText(review, "To Pay")).toContain(`Total Amount${wayOut.split(" ").at(-1)}`);
  expect(messageOf(review)).toContain(`Invoice ${leftOut[2]} is left out.`);
  await post("none");
});

it.each(["/invoices?size=100", "/invoices/make-a-payment?size=100"])(
  "%s marks the invoices that a Direct Debit collects, by one call, and loads without that call",
  async (path) => {
    prepareInvoice("HAR001");
    const [page, asked] = await world.api.record(() => anna.get(path));
    expect(asked.filter((call) => call.path.endsWith("/GetDirectDebits")).length).toBe(1);
    const cells = textsOf(page, "[data-label='Account Number']");
    const told = cells.filter((text) => inRow.test(text));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((text) => !/^HAR00[1236] /.test(text))).toEqual([]);
    world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
    const without = await anna.get(path);
    expect([without.status, textOf(without).includes("Direct Debit on or after")]).toEqual([200, false]);
  },
);
