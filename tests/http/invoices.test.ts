import { describe, expect, it } from "vitest";
import { anna, startWithAnna, world } from "../support/anna.ts";
import { numberOf } from "../support/invoices.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { type Page, textOf } from "../support/visitor.ts";

const downloadError = "There was an error downloading your invoice, please check back again soon";

startWithAnna();

const numbersOn = ({ $ }: Page) =>
  $("#invoices tbody tr > th")
    .map((_, cell) => $(cell).text())
    .get();
const columnOf = ({ $ }: Page, label: string) =>
  $(`main td[data-label='${label}']`)
    .map((_, cell) => $(cell).text())
    .get();

describe("the list", () => {
  it("shows the spec's columns, newest first, 8 rows, and what is due", async () => {
    const page = await anna.get("/invoices");
    expect(page.$("title").text()).toBe("Customer Portal - Invoices");
    const heads = page.$("#invoices thead th").map((_, head) => page.$(head).text().trim());
    expect(heads.get()).toEqual([
      "Invoice",
      "Date Issued",
      "Order Number",
      "Account Number",
      "Status",
      "Total",
      "View",
      "Download",
    ]);
    expect(page.$("#invoices th[aria-sort=descending]").text()).toContain("Date Issued");
    expect(numbersOn(page)).toHaveLength(8);
    const { n, due } = world.provider.db
      .prepare(
        "SELECT count(*) AS n, sum(outstanding_pence) AS due FROM invoices WHERE client_id = '1001' AND outstanding_pence > 0",
      )
      .get() as { n: number; due: number };
    const amount = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(due / 100);
    expect(textOf(page)).toContain(`Outstanding${amount}`);
    expect(textOf(page)).toContain(`Unpaid invoices${n}`);
    const links = page.$("main a").map((_, link) => page.$(link).attr("href"));
    expect(links.get()).toEqual(
      expect.arrayContaining(["/invoices/manage-direct-debit", "/invoices/make-a-payment"]),
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("asks the API for one page, however it is sorted and filtered", async () => {
    const address = "/invoices?search=PO-&status=live&status=disputed&sort=total&size=20&page=1";
    const [page, calls] = await world.api.record(() => anna.get(address));
    const listCalls = calls.filter(({ path }) => path === "/Invoice/MyInvoices");
    expect(listCalls.map(({ query }) => query.get("PageSize")).sort()).toEqual(["1", "100", "20"]);
    const [asked] = listCalls.filter(({ query }) => query.get("PageSize") === "20");
    expect(asked?.query.toString()).toBe(
      "SortBy=total+ASC&PageSize=20&PageNumber=1&includedStatusCodes=0&includedStatusCodes=3&searchKeyword=PO-",
    );
    expect(columnOf(page, "Status").every((status) => status === "Live" || status === "Disputed")).toBe(true);
  });

  it.each([
    ["live", "Live"],
    ["on-hold", "On hold"],
    ["completed", "Completed"],
    ["disputed", "Disputed"],
  ])("shows %s alone", async (value, label) => {
    const page = await anna.get(`/invoices?status=${value}&size=100`);
    expect(new Set(columnOf(page, "Status"))).toEqual(new Set([label]));
  });

  it("begins on page 1 after the filter changed", async () => {
    const page = await anna.get("/invoices?page=3");
    const form = page.$("form:has(fieldset)");
    expect(form.find("input[name=page]").length).toBe(0);
    expect(form.find("input[type=checkbox]").length).toBe(4);
  });

  it.each(["8", "20", "50", "100"])("has pages of %s", async (size) => {
    expect(numbersOn(await anna.get(`/invoices?size=${size}`))).toHaveLength(Number(size));
  });

  it.each([
    "?page=0",
    "?page=x&size=7&sort=__proto__&status=constructor",
    "?search=%00%E2%80%AE",
    "?sort=-nothing",
  ])("keeps its temper at %s", async (query) => {
    const page = await anna.get(`/invoices${query}`);
    expect([page.status, numbersOn(page).length]).toEqual([200, 8]);
  });

  it("shows texts of the provider as texts", async () => {
    const page = await anna.get(`/invoices?search=${encodeURIComponent("<img src=x")}`);
    expect(columnOf(page, "Order Number")).toEqual([`<img src=x onerror="document.title=1">`]);
    expect(page.$("main img").length).toBe(0);
  });

  it("says that nothing matches, and how to go on", async () => {
    const page = await anna.get("/invoices?search=nosuchthing");
    expect(textOf(page)).toContain("No invoices match ‘nosuchthing’.");
  });

  it.each([
    ["down", 503],
    ["500", 502],
    ["nonsense", 502],
  ] as const)("says what could not be loaded (%s)", async (kind, status) => {
    world.provider.faults.add({ kind, path: "/api/Invoice/MyInvoices", delayMs: 0 });
    const page = await anna.get("/invoices");
    expect(page.status).toBe(status);
    expect(textOf(page)).toContain("There was an error loading invoices.");
    expect(page.text).not.toContain("at the provider");
  });

  it("stays when only the sums can't be had", async () => {
    const failing = ({ query }: { query: URLSearchParams }) =>
      query.get("PageSize") === "1" || query.get("PageSize") === "100" ? { status: 500 } : undefined;
    const page = await world.api.scripted(failing, () => anna.get("/invoices"));
    expect([page.status, numbersOn(page).length]).toEqual([200, 8]);
    expect(textOf(page)).toContain("There was an error loading invoices.");
  });

  it("draws the spend with a table behind it", async () => {
    const page = await anna.get("/invoices");
    const picture = page.$("#spend svg[role=img]");
    expect(picture.attr("aria-label")).toMatch(/^Spend by month, \w+ \d{4} to \w+ \d{4}: £/);
    const rows = page.$("#spend details tbody tr");
    expect(rows.length).toBe(picture.find("rect").length);
    expect(rows.length).toBeGreaterThan(5);
  });

  it("shows an account its own invoices alone", async () => {
    const retail = await signedIn(world, "anna", "1002");
    const own = numbersOn(await retail.get("/invoices?size=100"));
    const others = numbersOn(await anna.get("/invoices?size=100"));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((number) => others.includes(number))).toEqual([]);
  });
});

describe("the breakdown", () => {
  it("shows the invoice, its lines and its cards", async () => {
    const [number = ""] = numbersOn(await anna.get("/invoices?status=completed"));
    const page = await anna.get(`/invoices/${number}`);
    expect(page.$("title").text()).toBe(`Customer Portal - Invoice ${number}`);
    expect(page.$("main > * tbody th").first().text()).toBe(number);
    const heads = page.$("#breakdown thead th").map((_, head) => page.$(head).text().trim());
    expect(heads.get()).toEqual([
      "Item Code",
      "Description",
      "Quantity",
      "Unit",
      "Discount %",
      "VAT Code",
      "Net",
    ]);
    expect(page.$("#breakdown th[aria-sort=ascending]").text()).toBe("Description");
    const terms = page.$("#payment-details dt").map((_, term) => page.$(term).text());
    expect(terms.get()).toEqual(["Bank", "Sort Code", "Account Number", "Net", "VAT", "Gross"]);
    expect(cardText(page, "Delivery Details")).toMatch(/Delivery address.+Invoice to/);
    const buttons = page.$("main header a").map((_, link) => page.$(link).text());
    expect(buttons.get()).toEqual(["Back to Invoices", "Setup new Direct Debit"]);
  });

  it("sorts by its address", async () => {
    const number = numberOf("Long invoice");
    const codes = async (query: string) => {
      const { $ } = await anna.get(`/invoices/${number}${query}`);
      return $("#breakdown tbody th")
        .map((_, cell) => $(cell).text())
        .get();
    };
    expect((await codes("")).slice(0, 2)).toEqual(["SITE-001", "SITE-002"]);
    expect((await codes("?sort=-description")).slice(0, 2)).toEqual(["SITE-130", "SITE-129"]);
    expect(await codes("?sort=net")).toHaveLength(130);
  });

  it("makes the HTML of descriptions safe, also where scripts are off", async () => {
    const page = await anna.get(`/invoices/${numberOf("Hostile lines")}`);
    const cells = page.$("#breakdown td[data-label=Description]");
    expect(
      cells.find("script, style, img, svg, form, input, iframe, [style], [onerror], [onload]").length,
    ).toBe(0);
    expect(cells.find("a[href^='javascript']").length).toBe(0);
    expect(cells.text()).toContain("Licence and support");
    expect(cells.find("b").text()).toBe("and support");
  });

  it("shows company details only where a company is named", async () => {
    const withCompany = await anna.get(`/invoices/${numberOf("Long invoice")}`);
    expect(cardText(withCompany, "Company Details")).toMatch(/Tax registration.+Company registration/);
    const without = await world.api.scripted(
      async ({ path, query }) => {
        if (path !== "/Invoice/Details") return undefined;
        return { body: JSON.stringify({ ...invoiceBody, invoiceNumber: query.get("invoiceNumber") }) };
      },
      () => anna.get(`/invoices/${numberOf("Long invoice")}`),
    );
    expect(without.status).toBe(200);
    expect(without.$("#company-details").length).toBe(0);
    expect(textOf(without)).toContain("There are no files to download.");
  });

  it("lists the files that exist, and says when there are none", async () => {
    const [page, calls] = await world.api.record(() => anna.get(`/invoices/${numberOf("Truncated files")}`));
    expect(
      page
        .$("#download li a")
        .map((_, link) => page.$(link).attr("href"))
        .get(),
    ).toEqual(
      ["Invoice", "Calls", "Reports"].map((kind) => {
        const number = numberOf("Truncated files");
        return `/invoices/${number}/files/${kind}_${number}.${kind === "Calls" ? "csv" : "pdf"}`;
      }),
    );
    expect(calls.filter(({ path }) => path === "/Invoice/Details")).toHaveLength(1);
    const none = await anna.get(`/invoices/${numberOf("No files")}`);
    expect(cardText(none, "Download")).toContain("There are no files to download.");
  });

  it("stays when the files service is away", async () => {
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    const page = await anna.get(`/invoices/${numberOf("Long invoice")}`);
    expect(page.status).toBe(200);
    expect(cardText(page, "Download")).toContain(downloadError);
  });

  it.each(["999999999", "abc", "410.3", "%3Cscript%3E", "..%2F..%2Fetc", "a".repeat(4_000)])(
    "is a 404 for %.20s",
    async (number) => {
      const page = await anna.get(`/invoices/${number}`);
      expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
    },
  );

  it("answers for another account's invoice as for none", async () => {
    const number = numberOf("Long invoice");
    const retail = await signedIn(world, "anna", "1002");
    const [foreign, missing] = [
      await retail.get(`/invoices/${number}`),
      await retail.get("/invoices/999999999"),
    ];
    expect([foreign.status, textOf(foreign)]).toEqual([404, textOf(missing)]);
  });

  it.each(["direct-debit", "make-a-payment", "manage-direct-debit", "payment-summary", "PAYMENT-FAILED"])(
    "never takes %s for a number",
    async (id) => {
      const [, calls] = await world.api.record(() => anna.get(`/invoices/${id}`));
      expect(calls.filter(({ path }) => path === "/Invoice/Details")).toEqual([]);
    },
  );

  it("says what could not be loaded", async () => {
    world.provider.faults.add({ kind: "500", path: "/api/Invoice/Details", delayMs: 0 });
    const page = await anna.get(`/invoices/${numberOf("Long invoice")}`);
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("There was an error loading invoice.");
  });
});

const invoiceBody = {
  dateIssued: "2026-01-05T00:00:00Z",
  accountNumber: "NONE",
  status: 0,
  total: 1,
  outstandingAmount: 0,
  items: [],
  companyDetails: { companyName: " " },
};
