import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { letterLog, listAt, mandatesOf, wizardAt } from "../support/direct-debit-pages.ts";
import { messageOf, textOf, titleOf, type Page } from "../support/visitor.ts";
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
  it("shows the columns, account numbers masked, and a letter where there is one", async () => {
    const page = await anna.get(listAt);
    expect(titleOf(page)).toBe("Customer Portal - Direct Debits");
    const heads = page.$("#direct-debits thead th").map((_, head) => page.$(head).text().trim());
    expect(heads.get()).toEqual([
      ...[
        "Account Number",
        "Bank Sort Code",
        "Bank Account Number",
        "Direct Debit Reference",
        "Account Name",
      ],
      ...["View", "Letter"],
    ]);
    expect(accountsOn(page)).toEqual(["HAR001", "HAR002", "HAR003"]);
    expect(cellsOn(page, "Bank Sort Code")).toEqual(["20-29-59", "08-99-99", "10-79-99"]);
    expect(cellsOn(page, "Bank Account Number")).toEqual(["****8472", "****4958", "****7491"]);
    const letters = page.$("a[href$='/letter']").map((_, link) => page.$(link).text());
    expect(letters.get()).toEqual(["Letter of Direct Debit of HAR001", "Letter of Direct Debit of HAR002"]);
    expect(page.text).not.toMatch(/63748472|66374958|88837491/);
    expect(textOf(page)).toContain("5 working days' notice in advance");
    expect(page.$("main a:contains('Add Direct Debit')").attr("href")).toBe(wizardAt);
  });

  it.each(["har002", "0899", "08-99", "66374958", "4958", "no 2", "DALES", "lf-har002"])(
    "is searched for %s in its six fields, whatever the case",
    async (words) => {
      const page = await anna.get(`${listAt}?search=${encodeURIComponent(words)}`);
      expect(accountsOn(page)).toEqual(["HAR002"]);
    },
  );

  it("sorts, pages and comes as a file, as masked as on the page", async () => {
    expect(accountsOn(await anna.get(`${listAt}?sort=-name`))).toEqual(["HAR002", "HAR001", "HAR003"]);
    expect(accountsOn(await anna.get(`${listAt}?sort=-sortCode`))).toEqual(["HAR001", "HAR003", "HAR002"]);
    const file = await anna.get(`${listAt}/export.csv?search=har001`);
    expect(file.text).toBe(
      "Account Number,Bank Sort Code,Bank Account Number,Direct Debit Reference,Account Name\r\n" +
        "HAR001,20-29-59,****8472,LF-HAR001,HARBOUR & PINE LTD\r\n",
    );
  });

  it("stands without its letters, which are asked for together", async () => {
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    const page = await anna.get(listAt);
    expect([page.status, accountsOn(page).length, page.$("a[href$='/letter']").length]).toEqual([200, 3, 0]);
    expect(textOf(page)).toContain("There was an error getting this direct debit letter.");
  });
});

describe("a letter", () => {
  const letterOf = (number: string) => `${listAt}/${mandatesOf(number)[0]!.id}/letter`;

  it("is logged as started, fetched, logged as completed, and opens", async () => {
    const { id } = mandatesOf("HAR001")[0]!;
    const file = await anna.send(`${listAt}/${id}/letter`, {});
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=Direct-Debit-HAR001.pdf");
    expect(letterLog(id)).toEqual(["Started OK", "Completed OK"]);
  });

  it("that is not there, or can't be had, is told on the page that it was asked from", async () => {
    const back = await anna.get(letterOf("HAR003"));
    expect([back.status, back.location]).toEqual([303, listAt]);
    expect(messageOf(await anna.open(listAt))).toContain("No letter available for this Direct Debit.");
    expect(letterLog(mandatesOf("HAR003")[0]!.id)).toEqual(["Started OK", "Completed Failed"]);
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    await anna.get(letterOf("HAR001"));
    expect(messageOf(await anna.open(listAt))).toContain(
      "There was an error getting this direct debit letter.",
    );
    world.provider.faults.clear();
    world.provider.faults.add({ kind: "html", path: "/files", delayMs: 0 });
    await anna.get(letterOf("HAR001"));
    expect(messageOf(await anna.open(listAt))).toContain("Could not download this Direct Debit letter");
  });

  it("comes although its download can't be logged, which the next page says", async () => {
    const file = await world.api.scripted(failing("LogDirectDebit"), () => anna.get(letterOf("HAR001")));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(messageOf(await anna.open(listAt))).toContain(
      "There was an error logging the Direct Debit Download.",
    );
  });
});

it("an invoice says that a direct debit collects it, where its account has one", async () => {
  const numberOf = (account: string) =>
    world.provider.db
      .prepare(
        "SELECT invoice_number AS number FROM invoices WHERE account_number = ? AND outstanding_pence > 0 AND status = 0",
      )
      .get(account)?.["number"];
  const words = "Collected by Direct Debit on or after";
  const collected = await anna.get(`/invoices/${numberOf("HAR001")}`);
  expect(textOf(collected)).toContain(words);
  expect(collected.$("main details button").text().trim()).toBe("Pay this invoice");
  expect(textOf(await anna.get(`/invoices/${numberOf("HAR005")}`))).not.toContain(words);
  world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
  const page = await anna.get(`/invoices/${numberOf("HAR001")}`);
  expect([page.status, textOf(page).includes(words)]).toEqual([200, false]);
});

it.each(["/invoices?size=100", "/invoices/make-a-payment?size=100"])(
  "%s says so in its rows, by one call, and stands without it",
  async (path) => {
    const [page, asked] = await world.api.record(() => anna.get(path));
    expect(asked.filter((call) => call.path.endsWith("/GetDirectDebits")).length).toBe(1);
    const cells = page
      .$("[data-label='Account Number']")
      .map((_, cell) => page.$(cell).text())
      .get();
    const told = cells.filter((text) => / Direct Debit on or after \d\d\/\d\d\/\d{4}$/.test(text));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((text) => !/^HAR00[123] /.test(text))).toEqual([]);
    world.provider.faults.add({ kind: "500", path: "/api/DirectDebit", delayMs: 0 });
    const without = await anna.get(path);
    expect([without.status, textOf(without).includes("Direct Debit on or after")]).toEqual([200, false]);
  },
);
