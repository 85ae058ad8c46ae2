import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pounds } from "../support/invoices.ts";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const PATH = "/invoices/statement";
const sum = (what: string, where = "") =>
  Number(sql(`SELECT sum(${what}) AS n FROM invoices WHERE client_id = '1001' ${where}`)[0]?.["n"]);
const accountsOn = (page: Page) => new Set(textsOf(page, "td[data-label='Account Number']"));

it("the statement lists the invoices of its days and what is outstanding; the invoice list links to it", async () => {
  const list = await anna.get("/invoices");
  expect(list.$(`main nav a[href='${PATH}']`).text()).toBe("Statement");
  const page = await anna.submit(await anna.get(PATH), "main form", { from: "2000-01-01", to: "2100-01-01" });
  const text = textOf(page);
  expect(text).toContain(`Invoiced${pounds(sum("total_pence"))}`);
  expect(text).toContain(`Total outstanding today${pounds(sum("outstanding_pence"))}`);
  expect(text).toMatch(/Showing the newest 200 of \d+\. The downloads include all of them\./);
  expect(page.$("caption:contains('by age of invoice') ~ tbody tr").length).toBe(4);
  expect(text).toContain("Payments aren't listed");
  expect(page.$("td[data-label=Status] [data-tone]").length).toBe(200);
  // What's paid, credited or disputed isn't due, and that's the same on a phone.
  expect(page.$("td[data-label=Outstanding]").text()).not.toContain("due");
});

it("the statement can be limited to one account number, on the page and in the CSV, and has a PDF", async () => {
  const query = "from=2000-01-01&to=2100-01-01&account=HAR003";
  const page = await anna.get(`${PATH}?${query}`);
  expect(accountsOn(page)).toEqual(new Set(["HAR003"]));
  const [csv, pdf] = page.$("main header a[download]").map((_, link) => page.$(link).attr("href"));
  const lines = (await anna.get(csv ?? "")).text.trim().split("\r\n");
  const rows = page.$("td[data-label='Account Number']").length;
  expect(lines.slice(rows + 1).map((line) => line.split(",").filter(Boolean))).toEqual([
    ["Outstanding on invoices before 01/01/2000", "0.00"],
    ["Invoiced", expect.stringMatching(/^\d+\.\d\d$/)],
    ["Outstanding on these invoices", expect.stringMatching(/^\d+\.\d\d$/)],
    ["Outstanding on later invoices", "0.00"],
    ["Total outstanding today", expect.stringMatching(/^\d+\.\d\d$/)],
  ]);
  expect(lines[0]).toMatch(
    /^\uFEFF?Invoice,Date Issued,Order Number,Account Number,Status,Total,Outstanding Amount$/,
  );
  const file = await anna.get(pdf ?? "");
  expect([file.headers.get("content-type"), file.text.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
});

it.each([
  ["from=2026-02-01&to=2026-01-01", "The end date can't be before the start date."],
  ["from=soon&to=2026-01-01", "Enter a start and an end date."],
])("the statement says beside the field what is wrong with %s", async (query, error) => {
  const page = await anna.get(`${PATH}?${query}`);
  expect([page.status, page.$("#from-error").text()]).toEqual([200, `Error: ${error}`]);
  expect((await anna.get(`${PATH}/export.csv?${query}`)).location).toBe(PATH);
});

it("the statement of an account number that isn't theirs isn't found, as page and as file", async () => {
  const foreign = "from=2000-01-01&to=2100-01-01&account=BRI001";
  for (const rest of ["", "/export.csv", "/export.pdf"]) {
    expect((await anna.get(`${PATH}${rest}?${foreign}`)).status).toBe(404);
    expect((await anna.get(`${PATH}${rest}?account=har001`)).status).toBe(404);
  }
  const ownWithoutInvoices = await anna.get(`${PATH}?from=2001-01-01&to=2001-02-01&account=HAR003`);
  expect(ownWithoutInvoices.status).toBe(200);
});

it("the statement says when no invoices were issued, and its files have what is outstanding from other days", async () => {
  const page = await anna.get(`${PATH}?from=2001-01-01&to=2001-02-01`);
  expect(textOf(page)).toContain("No invoices in this period.");
  const files = attributesOf(page, "main header a[download]", "href");
  const [csv, pdf] = await Promise.all(files.map((file) => anna.get(file)));
  const inAll = (sum("outstanding_pence") / 100).toFixed(2);
  expect(csv?.text.trim().split("\r\n").at(-1)).toBe(`Total outstanding today,,,,,,${inAll}`);
  expect(pdf?.text.slice(0, 5)).toBe("%PDF-");
});

it("where an account number can't be checked, the statement shows no sums and says why", async () => {
  const page = await world.api.failing("/Client/GetSummaryDetails", async () =>
    (await signedIn(world, "anna", "1001")).get(`${PATH}?account=BRI001`),
  );
  expect([page.status, page.$("section[aria-label=Sums]").length]).toEqual([200, 0]);
  expect(textOf(page)).toContain(
    "We couldn't check that this account number is yours, so we can't show any totals.",
  );
});

describe("where the API", () => {
  const invoiceOf = (accountNumber: string, dateIssued: string) =>
    ({ invoiceNumber: "1", dateIssued, total: 5, outstandingAmount: 5, accountNumber, status: 0 }) as const;

  it("can't tell what is outstanding, a number that may be on such an invoice isn't 'not found'", async () => {
    const none = { body: JSON.stringify({ items: [], totalCount: 0 }) };
    const statementIf = (unpaid: object) =>
      world.api.scripted(
        ({ path, query }) => {
          if (path !== "/Invoice/MyInvoices") return undefined;
          return query.toString().toLowerCase().includes("unpaidonly=true") ? unpaid : none;
        },
        () => anna.get(`${PATH}?account=CLOSED1`),
      );
    expect((await statementIf(none)).status).toBe(404);
    const half = {
      body: JSON.stringify({ items: [invoiceOf("CLOSED1", "2020-01-01")], totalCount: 80_000 }),
    };
    for (const [unpaid, why] of [
      [{ status: 500, body: "" }, "We couldn't check that this account number is yours"],
      [half, "We couldn't load everything that's outstanding"],
    ] as const) {
      const page = await statementIf(unpaid);
      expect([page.status, page.$("section[aria-label=Sums]").length]).toEqual([200, 0]);
      expect(textOf(page)).toContain(why);
    }
  });

  it("has no date that can be read, the statement doesn't say that nothing was issued", async () => {
    const body = JSON.stringify({ items: [invoiceOf("HAR001", "soon")], totalCount: 1, outstandingTotal: 5 });
    const page = await world.api.answering("/Invoice/MyInvoices", { body }, () => anna.get(PATH));
    expect(textOf(page)).toContain("We can't read the date on some invoices");
    expect(textOf(page)).not.toContain("No invoices in this period.");
  });

  it.each(["unpaidonly=true", "outstandingamount"])(
    "can't tell what is outstanding (%s), the invoices are still shown, without sums",
    async (part) => {
      const page = await world.api.failing(
        ({ path, query }) => path === "/Invoice/MyInvoices" && query.toString().toLowerCase().includes(part),
        () => anna.get(PATH),
      );
      expect([page.status, page.$("section[aria-label=Sums]").length]).toEqual([200, 0]);
      expect(page.$("td[data-label='Account Number']").length).toBeGreaterThan(0);
      expect(textOf(page)).toContain(
        "We couldn't load everything that's outstanding, so we can't show any totals.",
      );
      expect(textOf(page)).not.toContain("Outstanding by age");
    },
  );

  it("fails, the page says so and the PDF leads back to it", async () => {
    const fail = <T>(during: () => Promise<T>) => world.api.failing("/Invoice/MyInvoices", during);
    expect((await fail(() => anna.get(PATH))).status).toBe(502);
    expect((await fail(() => anna.get(`${PATH}/export.pdf`))).location).toBe(PATH);
  });
});
