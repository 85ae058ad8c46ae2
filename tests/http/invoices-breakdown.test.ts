import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { numberOf } from "../support/invoices.ts";
import { unpaidInvoices } from "../support/payment-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const downloadError = "There was an error downloading your invoice, please check back again soon";

startWithAnna();

describe("the breakdown", () => {
  it("shows the invoice, its lines and its cards", async () => {
    const number = numberOf("Nothing to pay");
    const page = await anna.get(`/invoices/${number}`);
    expect(page.$("title").text()).toBe(`Customer Portal - Invoice ${number}`);
    expect(page.$("main > * tbody th").first().text()).toBe(number);
    expect(textsOf(page, "#breakdown thead th")).toEqual([
      "Item Code",
      "Description",
      "Quantity",
      "Unit",
      "Discount %",
      "VAT Code",
      "Net",
    ]);
    expect(page.$("#breakdown th[aria-sort=ascending]").text()).toBe("Description");
    expect(textsOf(page, "#payment-details dt")).toEqual([
      "Bank",
      "Sort Code",
      "Account Number",
      "Reference",
      "Net",
      "VAT",
      "Gross",
    ]);
    expect(cardText(page, "Payment Details")).toMatch(
      new RegExp(String.raw`Sort Code ?\d\d-\d\d-\d\d ?Account.+Reference ?${number}`),
    );
    expect(page.text.indexOf('id="payment-details"')).toBeGreaterThan(page.text.indexOf('id="breakdown"'));
    expect(cardText(page, "Delivery Details")).toMatch(/Delivery address.+Invoice to ?Harbour & Pine Ltd/);
    expect(textsOf(page, "main header a")).toEqual([
      "Back to Invoices",
      "Link to this page",
      "Setup new Direct Debit",
    ]);
  });

  it.each([
    ["Part paid", /^Outstanding£56\.80 ?Pay this invoice$/, 1],
    ["Disputed charge", /^Outstanding£226\.80Pay this invoice$/, 1],
    ["Being paid", /^Outstanding£226\.80We cannot take a further payment/, 0],
    ["Nothing to pay", /^Outstanding£0\.00Nothing to pay\.$/, 0],
    ["Credit not used yet", /^Outstanding−£45\.60Nothing to pay\.$/, 0],
  ])("says what is due with a button to pay it, or why there is none: %s", async (order, words, buttons) => {
    const page = await anna.get(`/invoices/${numberOf(order)}`);
    const strip = page.$("main section[aria-label='Amount outstanding']");
    expect(strip.text().trim()).toMatch(words);
    expect(strip.find("button").length).toBe(buttons);
    const question = page.$("main details:contains('Pay by card anyway?')");
    expect(page.$("main button:contains('Pay this invoice')").length - question.find("button").length).toBe(
      buttons,
    );
  });

  it("leads back to the list as it was left, even after a sort; the plain list adds nothing to its links", async () => {
    const query = "?search=PO-&status=live&status=completed&page=2";
    const list = await anna.get(`/invoices${query}`);
    const links = list.$("#invoices tbody tr").first().find("a[href*='list=']");
    expect(links.length).toBe(2);
    const backOf = (page: Page) =>
      page.$("main a").filter((_, link) => page.$(link).text() === "Back to Invoices");
    const breakdown = await anna.get(links.first().attr("href") ?? "");
    expect(backOf(breakdown).attr("href")).toBe(`/invoices${query}`);
    const sorted = breakdown.$("#breakdown thead a").last().attr("href");
    expect(sorted).toMatch(/\?sort=net&list=/);
    expect(backOf(await anna.get(new URL(sorted ?? "", breakdown.url).href)).attr("href")).toBe(
      `/invoices${query}`,
    );
    expect(breakdown.$("#breakdown form input[name=list]").attr("value")).toBe(query.slice(1));
    expect((await anna.get("/invoices")).$("#invoices a[href*='list=']").length).toBe(0);
    const number = numberOf("Part paid");
    for (const hostile of ["//evil.example", "next=//evil.example&page=x", "%22%3E%3Cscript%3E"]) {
      const page = await anna.get(`/invoices/${number}?list=${encodeURIComponent(hostile)}`);
      expect(backOf(page).attr("href")).toBe("/invoices");
      expect(page.$("#breakdown thead a").last().attr("href")).toMatch(/\?sort=net$/);
    }
  });

  it("sorts its lines as its address says", async () => {
    const number = numberOf("Long invoice");
    const codes = async (query: string) => {
      const { $ } = await anna.get(`/invoices/${number}${query}`);
      return textsOf({ $ }, "#breakdown tbody th");
    };
    expect((await codes("")).slice(0, 2)).toEqual(["SITE-001", "SITE-002"]);
    expect((await codes("?sort=-description")).slice(0, 2)).toEqual(["SITE-130", "SITE-129"]);
    expect(await codes("?sort=net")).toHaveLength(130);
  });

  it("makes the HTML of descriptions safe even where scripts are off", async () => {
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
    expect(attributesOf(page, "#download li a", "href")).toEqual(
      ["Invoice", "Calls", "Reports"].map((kind) => {
        const number = numberOf("Truncated files");
        return `/invoices/${number}/files/${kind}_${number}.${kind === "Calls" ? "csv" : "pdf"}`;
      }),
    );
    expect(calls.filter(({ path }) => path === "/Invoice/Details")).toHaveLength(1);
    const none = await anna.get(`/invoices/${numberOf("No files")}`);
    expect(cardText(none, "Download")).toContain("There are no files to download.");
    const pdfLinks = ({ $ }: typeof page) => $("main table a[href*='/files/Invoice_']").length;
    expect([pdfLinks(page), pdfLinks(none)]).toEqual([1, 0]);
  });

  it("is shown when the files service fails, and says so", async () => {
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    const page = await anna.get(`/invoices/${numberOf("Long invoice")}`);
    expect(page.status).toBe(200);
    expect(cardText(page, "Download")).toContain(downloadError);
  });

  it.each(["999999999", "..%2F..%2Fetc"])("is a 404 for %.20s", async (number) => {
    const page = await anna.get(`/invoices/${number}`);
    expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
  });

  it("answers for another account's invoice as for one that doesn't exist", async () => {
    const carla = await signedIn(world, "carla");
    const [foreign, missing] = [
      await carla.get(`/invoices/${unpaidInvoices(world, "1002")(1)[0]}`),
      await carla.get("/invoices/999999999"),
    ];
    expect([foreign.status, textOf(foreign)]).toEqual([404, textOf(missing)]);
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
