import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  DirectDebitPages,
  letterEvents,
  listPath,
  mandatesOf,
  newPages,
  sample,
  setUpPath,
} from "../support/direct-debit-pages.ts";
import { cardText } from "../support/signed-in.ts";
import { messageOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const accountsOn = ({ $ }: Page) =>
  $("#direct-debits tbody tr > th")
    .map((_, cell) => $(cell).text())
    .get();
const cellsOn = ({ $ }: Page, label: string) =>
  $(`#direct-debits [data-label="${label}"]`)
    .map((_, cell) => $(cell).text().trim())
    .get();
const failing =
  (part: string, status = 500) =>
  (call: { path: string }) =>
    call.path.includes(part) ? { status, body: "{}" } : undefined;

describe("the list", () => {
  it("shows bank account numbers masked, and a link to the letter if there is one", async () => {
    const page = await anna.get(listPath);
    expect(accountsOn(page)).toEqual(["HAR001", "HAR002", "HAR003"]);
    expect(cellsOn(page, "Bank Sort Code")).toEqual(["20-29-59", "08-99-99", "10-79-99"]);
    expect(cellsOn(page, "Bank Account Number")).toEqual(["****8472", "****4958", "****7491"]);
    const letters = page.$("a[href$='/letter']").map((_, link) => page.$(link).text());
    expect(letters.get()).toEqual(["Letter of Direct Debit of HAR001", "Letter of Direct Debit of HAR002"]);
    expect(page.text).not.toMatch(/63748472|66374958|88837491/);
    expect(textOf(page)).toContain("5 working days' notice in advance");
    expect(page.$("main a:contains('Add Direct Debit')").attr("href")).toBe(setUpPath);
  });

  it.each(["har002", "0899", "08-99", "66374958", "4958", "no 2", "DALES", "lf-har002"])(
    "finds %s in any of its six fields, whatever the case",
    async (words) => {
      const page = await anna.get(`${listPath}?search=${encodeURIComponent(words)}`);
      expect(accountsOn(page)).toEqual(["HAR002"]);
    },
  );

  it("can be sorted, and exported as CSV with the numbers masked", async () => {
    expect(accountsOn(await anna.get(`${listPath}?sort=-name`))).toEqual(["HAR002", "HAR001", "HAR003"]);
    const file = await anna.get(`${listPath}/export.csv?search=har001`);
    expect(file.text).toBe(
      "Account Number,Bank Sort Code,Bank Account Number,Direct Debit Reference,Account Name\r\n" +
        "HAR001,20-29-59,****8472,LF-HAR001,HARBOUR & PINE LTD\r\n",
    );
  });

  it("shows its rows and an error if the letters can't be loaded", async () => {
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    const page = await anna.get(listPath);
    expect([page.status, accountsOn(page).length, page.$("a[href$='/letter']").length]).toEqual([200, 3, 0]);
    expect(textOf(page)).toContain("There was an error getting this direct debit letter.");
  });
});

describe("a letter", () => {
  const letterOf = (number: string) => `${listPath}/${mandatesOf(number)[0]!.id}/letter`;

  it("is downloaded as a file, and logged as started and completed", async () => {
    const { id } = mandatesOf("HAR001")[0]!;
    const file = await anna.send(`${listPath}/${id}/letter`, {});
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=Direct-Debit-HAR001.pdf");
    expect(letterEvents(id)).toEqual(["Started OK", "Completed OK"]);
  });

  it.each([
    ["asked for by HEAD", { method: "HEAD" }],
    ["prefetched by the browser", { headers: { "sec-purpose": "prefetch" } }],
  ] as const)("that is %s is not sent, and not logged as downloaded", async (_, options) => {
    const { id } = mandatesOf("HAR002")[0]!;
    const reply = await anna.send(letterOf("HAR002"), options);
    expect([reply.status, reply.text, reply.headers.get("cache-control")]).toEqual([425, "", "no-store"]);
    expect(letterEvents(id)).toEqual([]);
  });

  it("that is missing or can't be loaded leads back to the list, which says so", async () => {
    const back = await anna.get(letterOf("HAR003"));
    expect([back.status, back.location]).toEqual([303, listPath]);
    expect(messageOf(await anna.open(listPath))).toContain("No letter available for this Direct Debit.");
    expect(letterEvents(mandatesOf("HAR003")[0]!.id)).toEqual(["Started OK", "Completed Failed"]);
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    await anna.get(letterOf("HAR001"));
    expect(messageOf(await anna.open(listPath))).toContain(
      "There was an error getting this direct debit letter.",
    );
    world.provider.faults.clear();
    world.provider.faults.add({ kind: "html", path: "/files", delayMs: 0 });
    await anna.get(letterOf("HAR001"));
    expect(messageOf(await anna.open(listPath))).toContain("Could not download this Direct Debit letter");
  });

  it("is sent even if its download can't be logged, and the next page says so", async () => {
    const file = await world.api.scripted(failing("LogDirectDebit"), () => anna.get(letterOf("HAR001")));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(messageOf(await anna.open(listPath))).toContain(
      "There was an error logging the Direct Debit Download.",
    );
  });
});

const DAY = 24 * 60 * 60 * 1000;
const [live, onHold, disputed] = [0, 1, 3];

/** Changes the newest invoice of an account number, by default to an unpaid one of today; returns its number. */
function prepareInvoice(
  account: string,
  { daysOld = 0, status = live, pence = 12_345, isPending = false } = {},
): string {
  const row = world.provider.db
    .prepare("SELECT max(invoice_number) AS n FROM invoices WHERE account_number = ? AND client_id = '1001'")
    .get(account);
  world.provider.db
    .prepare(
      "UPDATE invoices SET issued_at = ?, status = ?, outstanding_pence = ?, pending_until_at = ? WHERE invoice_number = ?",
    )
    .run(Date.now() - daysOld * DAY, status, pence, isPending ? Date.now() + DAY : null, Number(row?.["n"]));
  return String(row?.["n"]);
}

/** Marks all other invoices of account 1001 as paid. */
function payAllExcept(...numbers: readonly string[]): void {
  world.provider.db.exec(
    `UPDATE invoices SET outstanding_pence = 0 WHERE client_id = '1001' AND invoice_number NOT IN (${numbers.join() || 0})`,
  );
}

const collected = "Collected by Direct Debit on or after";
const inRow = /Direct Debit on or after \d\d\/\d\d\/\d{4}/;

describe("an invoice is shown as collected by Direct Debit", () => {
  it.each([
    ["if it is Live, issued today, of an account with a direct debit", "HAR001", {}, true],
    ["not if it was issued long ago", "HAR001", { daysOld: 90 }, false],
    ["not if it is disputed", "HAR001", { status: disputed }, false],
    ["not if it is on hold", "HAR001", { status: onHold }, false],
    ["not while it is being paid", "HAR001", { isPending: true }, false],
    ["not if it is paid", "HAR001", { pence: 0 }, false],
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
    expect(textOf(confirmation)).toMatch(/not collected by this Direct Debit: please pay it by card/);
    await anna.get("/dashboard");
    await setUp.complete(confirmation);
    expect(mandatesOf("HAR006").length).toBe(1);
    // The dashboard no longer uses its cached direct debits.
    const [, calls] = await world.api.record(() => anna.get("/dashboard"));
    expect(calls.map(({ path }) => path)).toContain("/DirectDebit/GetDirectDebits");
    const page = await anna.get(`/invoices/${number}`);
    expect([textOf(page).includes(collected), page.$("main > * button[value=only]").length]).toEqual([
      false,
      1,
    ]);
    const id = mandatesOf("HAR006")[0]?.id;
    const edit = new DirectDebitPages(anna, `${listPath}/${id}`);
    expect(textOf(await edit.confirm({ bankAccountName: "HARBOUR LTD" }))).not.toContain("is not collected");
  });

  it("not if the direct debits can't be loaded", async () => {
    const number = prepareInvoice("HAR001");
    world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
    const page = await anna.get(`/invoices/${number}`);
    expect([page.status, textOf(page).includes(collected)]).toEqual([200, false]);
  });
});

it("the confirmation of a new direct debit counts unpaid invoices, but none that is being paid", async () => {
  world.provider.db.exec(
    "DELETE FROM direct_debits WHERE link_id = (SELECT link_id FROM sage_accounts WHERE number = 'HAR004')",
  );
  payAllExcept();
  prepareInvoice("HAR004", { daysOld: 4, isPending: true });
  const setUp = await newPages();
  expect(textOf(await setUp.confirm(sample))).not.toContain("unpaid");
  prepareInvoice("HAR004", { daysOld: 4 });
  expect(textOf(await setUp.confirm(sample))).toContain("An invoice of HAR004");
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
    "1 invoice is selected. Left out: 1 that a Direct Debit collects, 1 that is disputed or on hold, 1 that is above what a card can pay.",
  );
  await post("none");
  const tooMuch = await post("proceed", leftOut[2] ?? "");
  expect(tooMuch.status).toBe(400);
  expect(textOf(tooMuch)).toContain("No more than £100,000.00 can be paid by card at once.");
  expect(textOf(tooMuch)).toContain(
    `Invoice ${leftOut[2]} (£100,000.01) is above that: please pay it by bank transfer.`,
  );
  const invoice = await anna.get(`/invoices/${leftOut[2]}`);
  expect([invoice.$("button[value=only]").length, textOf(invoice).includes("by bank transfer")]).toEqual([
    0,
    true,
  ]);
  expect((await anna.get("/invoices/payment-summary")).location).toBe("/invoices/make-a-payment");
  await post("none");
  const both = await post("proceed", due, leftOut[2] ?? "");
  const wayOut = both.$("button[value=fits]").text();
  expect(wayOut).toMatch(/^Leave out what is above the limit and pay £[\d.]+$/);
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
    const cells = page
      .$("[data-label='Account Number']")
      .map((_, cell) => page.$(cell).text())
      .get();
    const told = cells.filter((text) => inRow.test(text));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((text) => !/^HAR00[1236] /.test(text))).toEqual([]);
    world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
    const without = await anna.get(path);
    expect([without.status, textOf(without).includes("Direct Debit on or after")]).toEqual([200, false]);
  },
);
