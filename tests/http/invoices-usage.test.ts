import { describe, expect, it } from "vitest";
import { callRecords } from "#provider/invoices/call-records.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { pounds } from "../support/invoices.ts";
import { textOf, textsOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const PATH = "/invoices/usage";

/** The newest invoice whose file of calls has this layout; with -1 the newest one without such a file. */
function invoiceOf(layout: number) {
  const rule = layout < 0 ? "IS NULL" : `% 3 = ${layout} AND json_extract(files, '$.fault') IS NULL`;
  const row =
    sql(`SELECT invoice_number AS number, issued_at AS issued, json_extract(files, '$.calls') AS seed
       FROM invoices JOIN breakdowns USING (breakdown_id)
       WHERE client_id = '1001' AND json_extract(files, '$.calls') ${rule} ORDER BY issued_at DESC`)[0];
  return {
    number: String(row?.["number"]),
    calls: layout < 0 ? [] : callRecords(Number(row?.["seed"]), Number(row?.["issued"])),
  };
}
const callsOf = (number: string) => `/invoices/${number}/calls`;

describe("Spend and calls", () => {
  it("shows each month by account number, with a chart; the invoice list links to it", async () => {
    expect((await anna.get("/invoices")).$(`main a[href='${PATH}']`).text()).toBe("Spend and calls");
    const { $ } = await anna.get(PATH);
    expect($("main svg[aria-label^='Spend by month'] a").length).toBeGreaterThan(3);
    const heads = textsOf({ $ }, "main th[scope=col]");
    expect(heads).toEqual(expect.arrayContaining(["Month", "Others", "Total", "Change"]));
    const sum = (label: string) =>
      $(`td[data-label='${label}']`)
        .map((_, cell) => Math.round(Number($(cell).text().replace(/[£,]/g, "")) * 100))
        .get()
        .reduce((all, one) => all + one, 0);
    const accounts = heads.filter((head) => /^[A-Z]{3}\d|Others/.test(head));
    expect(accounts.length).toBeGreaterThan(1);
    expect(accounts.map(sum).reduce((all, one) => all + one, 0)).toBe(sum("Total"));
  });

  it("can be limited to one account number", async () => {
    const page = await anna.submit(await anna.get(PATH), "main form", { account: "HAR003" });
    expect(textOf(page)).toContain("invoiced to HAR003");
    const found =
      sql`SELECT sum(total_pence) AS n FROM invoices WHERE client_id = '1001' AND account_number = 'HAR003'
         AND issued_at >= ${Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 11)}`[0];
    expect(textOf(page)).toContain(pounds(Number(found?.["n"])));
  });

  it("says that nothing was invoiced to an account number without invoices", async () => {
    expect(textOf(await anna.get(`${PATH}?account=NOBODY`))).toContain("You weren't invoiced");
  });

  it.each(["soon", null])(
    "says that dates couldn't be read, not that nothing was invoiced (%j)",
    async (dateIssued) => {
      const one = { invoiceNumber: "1", dateIssued, total: 5, outstandingAmount: 5, status: 0 };
      const page = await world.api.answering(
        "/Invoice/MyInvoices",
        { body: JSON.stringify({ items: [one], totalCount: 1 }) },
        () => anna.get(PATH),
      );
      expect(textOf(page)).toContain("We can't read the date on some invoices");
      expect(textOf(page)).not.toContain("You weren't invoiced");
    },
  );

  it("links to the calls of the newest invoices that have any, and so does each invoice", async () => {
    const { $ } = await anna.get(PATH);
    const to = $("main a[href$='/calls']").first().attr("href") ?? "";
    const page = await anna.get(to);
    expect([page.status, page.$("h1").text()]).toEqual([200, `Calls on invoice ${to.split("/")[2]}`]);
    const back = await anna.get(to.replace("/calls", ""));
    expect(back.$(`main header a[href='${to}']`).text()).toBe("Calls by number and hour");
    expect((await anna.get(`/invoices/${invoiceOf(-1).number}`)).$("a[href$='/calls']").length).toBe(0);
  });

  it("says when not all invoices could be read, and shows no month of which some may be missing", async () => {
    const one = {
      invoiceNumber: "1",
      dateIssued: new Date().toISOString(),
      total: 5,
      outstandingAmount: 5,
      accountNumber: "A",
      status: 0,
    };
    const [page, list] = await world.api.answering(
      "/Invoice/MyInvoices",
      { body: JSON.stringify({ items: [one], totalCount: 80_000 }) },
      async () => [await anna.get(PATH), await anna.get("/invoices")],
    );
    expect(textOf(page)).toContain("We couldn't load all the invoices for these months,");
    expect(textOf(page)).not.toMatch(/£5\.00|You weren't invoiced/);
    expect(textOf(list)).toContain(
      "Your latest invoices don't cover a whole month. Spend and calls goes further back.",
    );
    expect(textOf(list)).not.toContain("invoiced,");
  });
});

describe("the calls of an invoice", () => {
  it.each([0, 1, 2])("are summed by number, kind and hour, from a file of layout %i", async (layout) => {
    const { number, calls } = invoiceOf(layout);
    const page = await anna.get(callsOf(number));
    const cost = calls.reduce((all, { costPence }) => all + costPence, 0);
    expect(textOf(page)).toContain(`Calls${calls.length}`);
    expect(textOf(page)).toContain(`Cost${pounds(cost)}`);
    const rows = (caption: string) => page.$(`caption:contains('${caption}') ~ tbody tr`).length;
    expect(rows("By number")).toBe(new Set(calls.map(({ from }) => from)).size);
    expect(rows("By type")).toBe(new Set(calls.map(({ destination }) => destination)).size);
    const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "Europe/London" });
    expect(rows("By hour")).toBe(new Set(calls.map(({ startedAt }) => hours.format(startedAt))).size);
    expect(rows("Most expensive calls")).toBe(20);
    expect(textOf(page)).not.toContain("could not be read");
  });

  it("are found by a phone number, also typed without spaces", async () => {
    const { number, calls } = invoiceOf(1);
    const { to } = calls[0]!;
    const page = await anna.submit(await anna.get(callsOf(number)), "main form", {
      number: to.replaceAll(" ", ""),
    });
    expect(textOf(page)).toContain(`1 call, ${pounds(calls[0]!.costPence)}.`);
    expect(page.$("caption:contains('Calls found') ~ tbody th").text()).toBe(to);
    expect(textOf(await anna.get(`${callsOf(number)}?number=999999999999`))).toContain("No calls found.");
  });

  it("have a page that says when there is no file or it fails; an unknown invoice has none", async () => {
    expect(textOf(await anna.get(callsOf(invoiceOf(-1).number)))).toContain("There are no call records");
    expect((await anna.get(callsOf("999999"))).status).toBe(404);
    const fails = sql`SELECT invoice_number AS n FROM invoices JOIN breakdowns USING (breakdown_id)
         WHERE client_id = '1001' AND json_extract(files, '$.fault') = 'truncated'`[0];
    const page = await anna.get(callsOf(String(fails?.["n"])));
    expect([page.status, textOf(page).includes("Try again")]).toEqual([200, true]);
  });
});
