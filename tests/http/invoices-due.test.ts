import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pounds } from "../support/invoices.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, textsOf, type Page } from "../support/visitor.ts";
import { createWorld, sql, world } from "../support/world.ts";

startWithAnna();

const DAY = 86_400_000;
const totalOn = ({ $ }: Page) =>
  Number(/ of ([\d,]+)$/.exec($("#invoices [role=status]").text())?.[1]?.replace(",", ""));
const cells = (page: Page, label: string) => textsOf(page, `#invoices td[data-label='${label}']`);
const timeOf = (date: string) => Date.parse(date.split("/").reverse().join("-"));

describe("what is due", () => {
  it("is one click away: each figure and each age links to as many invoices as it counts", async () => {
    const list = await anna.get("/invoices");
    const figures = list.$("section[aria-label='Amount due'] dl div");
    const unpaid = figures.filter((_, figure) => list.$(figure).find("dt").text() === "Unpaid invoices");
    const shown = await anna.get(unpaid.find("a").attr("href") ?? "");
    expect(totalOn(shown)).toBe(Number(unpaid.find("dd").text()));
    for (const link of figures.find("a").get())
      expect((await anna.get(list.$(link).attr("href") ?? "")).status).toBe(200);
    const statement = await anna.get("/invoices/statement");
    const ages = statement.$("caption:contains('by age of invoice') ~ tbody tr");
    for (const row of ages.get()) {
      const aged = await anna.get(statement.$(row).find("a").attr("href") ?? "");
      expect(totalOn(aged) || 0).toBe(Number(statement.$(row).find("td").first().text()));
    }
    const [age] = (await anna.get("/invoices/statement?account=HAR003")).$("a[href*='due=60']").get();
    expect(age?.attribs["href"]).toBe("/invoices?due=60&search=HAR003");
  });

  it("'Overdue' leaves out what is disputed, on hold or new, and goes with the status, a search and the CSV", async () => {
    const page = await anna.get("/invoices?due=overdue&size=100");
    expect(page.$("select[name=due] [selected]").text()).toBe("Overdue");
    const newest = Math.max(...cells(page, "Date Issued").map(timeOf));
    expect(newest).toBeLessThan(Date.now() - 30 * DAY);
    expect(cells(page, "Status").join()).toMatch(/Live/);
    expect(cells(page, "Status").join()).not.toMatch(/Disputed|On hold/);
    expect(textOf(await anna.get("/invoices?due=overdue&status=disputed"))).toContain("No invoices match");
    const filtered = await anna.submit(page, "main form[role=search]", { search: "HAR003" });
    expect(filtered.url).toContain("due=overdue");
    expect(new Set(cells(filtered, "Account Number").map((text) => text.slice(0, 6)))).toEqual(
      new Set(["HAR003"]),
    );
    const csv = await anna.get(filtered.$("a:contains('Download CSV')").attr("href") ?? "");
    expect(csv.text.trim().split("\r\n").length - 1).toBe(totalOn(filtered));
    const month = cells(page, "Date Issued")[0]?.split("/").slice(1).join("/");
    const ofMonth = await anna.get(`/invoices?due=overdue&search=${month}`);
    expect(new Set(cells(ofMonth, "Date Issued").map((date) => date.slice(3)))).toEqual(new Set([month]));
  });

  it("says if not all unpaid invoices could be read", async () => {
    const items = [{ invoiceNumber: 7, dateIssued: "2026-03-05", total: 1, outstandingAmount: 1, status: 0 }];
    const body = JSON.stringify({ items, totalCount: 8_000 });
    const page = await world.api.answering("/Invoice/MyInvoices", { body }, () =>
      anna.get("/invoices?due=unpaid"),
    );
    expect(textOf(page)).toMatch(/We couldn't load all the invoices: [\d,]+ more are not shown/);
  });

  it("begins after as many days as the provider sets", async () => {
    const strict = await createWorld({ environment: { OVERDUE_AFTER_DAYS: "365" } });
    const visitor = await signedIn(strict, "anna", "1001");
    const dates = cells(await visitor.get("/invoices?due=overdue&size=100"), "Date Issued");
    expect(Math.max(0, ...dates.map(timeOf))).toBeLessThan(Date.now() - 365 * DAY);
    await strict.close();
  });

  it("list, statement and spend are tabs of one head", async () => {
    for (const [path, label] of [
      ["/invoices", "Invoices"],
      ["/invoices/statement", "Statement"],
      ["/invoices/usage", "Spend and calls"],
    ] as const) {
      const { $ } = await anna.get(path);
      const tabs = $("nav[aria-label='About your invoices'] a");
      expect([tabs.length, tabs.filter("[aria-current=page]").text()]).toEqual([3, label]);
    }
  });
});

describe("Choose Account", () => {
  const owed = (clientId: string) =>
    Number(
      sql`SELECT sum(outstanding_pence) AS n FROM invoices
        WHERE client_id = ${clientId} AND outstanding_pence > 0`[0]?.["n"] ?? 0,
    );

  it("says what's unpaid in each account, the oldest date, and the total, by one call each", async () => {
    const [page, calls] = await world.api.record(() => anna.get("/switch-account"));
    expect(calls.filter(({ path }) => path === "/Invoice/MyInvoices").length).toBe(2);
    for (const id of ["1001", "1002"])
      if (owed(id) > 0)
        expect(textOf(page)).toMatch(
          new RegExp(
            `${pounds(owed(id)).replace(/[$.]/g, "\\$&")} unpaid, the oldest dated \\d\\d/\\d\\d/\\d{4}`,
          ),
        );
    expect(textOf(page)).toContain(`${pounds(owed("1001") + owed("1002"))} unpaid across 2 accounts`);
  });

  it("has no total where one account couldn't be read, and asks nothing without Orders", async () => {
    const page = await world.api.failing(
      ({ path, headers }) => path === "/Invoice/MyInvoices" && JSON.stringify(headers).includes("1002"),
      () => anna.get("/switch-account"),
    );
    expect(textOf(page)).toContain("We couldn't check what's unpaid");
    expect(textOf(page)).toContain(`${pounds(owed("1001"))} unpaid`);
    expect(textOf(page)).toContain(
      "We couldn't find out what's unpaid on some of the accounts, so we can't show a total.",
    );
    const ben = await signedIn(world, "ben");
    const [, calls] = await world.api.record(() => ben.get("/switch-account"));
    expect(calls.filter(({ path }) => path === "/Invoice/MyInvoices")).toEqual([]);
  });
});
