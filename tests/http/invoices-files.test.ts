import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall } from "../support/api-tap.ts";
import { numberOf } from "../support/invoices.ts";
import { readPdf } from "../support/pdf.ts";
import { signedIn } from "../support/signed-in.ts";
import { unzip } from "../support/unzip.ts";
import { messageOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

/** Such as '2026-10', by the provider's clock, which is this machine's. */
const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
const downloadError = "There was an error downloading your invoice, please check back again soon";

startWithAnna();

function raw(path: string, visitor = anna): Promise<Response> {
  return fetch(new URL(path, world.portal.url), {
    redirect: "manual",
    headers: { cookie: `session=${visitor.cookie("session")}` },
  });
}

describe("a download", () => {
  const pdfOf = (number: string) => `/invoices/${number}/files/Invoice_${number}.pdf`;

  it("is the whole file, with headers that make it harmless", async () => {
    const number = numberOf("Long invoice");
    const reply = await raw(pdfOf(number));
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(reply.status).toBe(200);
    const { pages, text } = await readPdf(bytes);
    expect(pages).toBeGreaterThan(2);
    expect(text).toContain(`Number: ${number}`);
    expect(text).toContain("Broadband at site 130");
    expect(reply.headers.get("content-length")).toBe(String(bytes.length));
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename=Invoice_${number}.pdf`);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("cache-control")).toContain("no-store");
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("of an invoice with one line has one page", async () => {
    const number = numberOf("Part paid");
    const reply = await raw(pdfOf(number));
    const { pages, text } = await readPdf(new Uint8Array(await reply.arrayBuffer()));
    expect(pages).toBe(1);
    expect(text).toMatch(new RegExp(`Number: ${number}.*Business router`, "s"));
  });

  it("is logged at the API afterwards", async () => {
    const number = numberOf("Long invoice");
    await (await raw(pdfOf(number))).arrayBuffer();
    const logged = () =>
      world.api.calls
        .filter(({ path }) => path === "/EventLog/LogDownloadClicked")
        .map(({ body }) => JSON.parse(body) as unknown);
    // Downloads of the other tests may still be logged.
    await expect
      .poll(logged)
      .toContainEqual({ fileName: `Invoice_${number}.pdf`, pageUrl: `/invoices/${number}` });
  });

  it("works although it can't be logged", async () => {
    world.provider.faults.add({ kind: "500", path: "/api/EventLog", delayMs: 0 });
    expect((await raw(pdfOf(numberOf("Long invoice")))).status).toBe(200);
  });

  it.each(["No files", "Truncated files"])(
    "that fails leads back with a message, which says so if there is no file (%s)",
    async (order) => {
      const number = numberOf(order);
      const message =
        order === "No files" ? `There's no Invoice_${number}.pdf yet. Please check back soon` : downloadError;
      const reply = await anna.get(pdfOf(number));
      expect([reply.status, reply.location]).toEqual([303, `/invoices/${number}`]);
      expect((await anna.get(`/invoices/${number}`)).text).toContain(message);
      expect((await anna.get(`/invoices/${number}`)).$("[role=status], dialog").text()).not.toContain(
        message,
      );
    },
  );

  it("that fails leads back to the page it was asked from, but to no other site", async () => {
    const referer = `${world.portal.url}/invoices?search=fail&size=20`;
    const path = pdfOf(numberOf("Files that fail"));
    expect((await anna.get(path, { referer })).location).toBe("/invoices?search=fail&size=20");
    const elsewhere = await anna.get(path, { referer: "https://evil.example/invoices" });
    expect(elsewhere.location).toBe(`/invoices/${numberOf("Files that fail")}`);
  });

  it.each(["..%2F..%2F..%2Fetc%2Fpasswd", "Letters_{n}.pdf"])(
    "of a file called %s leads back to the invoice with a message",
    async (name) => {
      const number = numberOf("Long invoice");
      const path = `/invoices/${number}/files/${name.replace("{n}", number)}`;
      const [reply, seen] = [await raw(path), await raw(`/invoices/${number}`)];
      expect(reply.status).toBe(303);
      expect(reply.headers.get("location")).toBe(`/invoices/${number}`);
      expect(await seen.text()).toContain(downloadError);
    },
  );

  it.each(["%00", "%0d%0aX-Y:%20z"])("with %s in its name is refused", async (odd) => {
    const reply = await raw(`${pdfOf(numberOf("Long invoice"))}${odd}`);
    expect([reply.status, reply.headers.get("x-y")]).toEqual([400, null]);
  });

  it("of another account's invoice leads to Page Not Found", async () => {
    const number = numberOf("Long invoice");
    const retail = await signedIn(world, "anna", "1002");
    const page = await retail.open(pdfOf(number));
    expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
  });
});

it("the CSV has the rows of the list's search and filter, without formulas", async () => {
  const reply = await raw("/invoices/export.csv?status=completed&status=live&search=calc");
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await reply.text()).trim().split("\r\n");
  expect(lines[0]).toBe("Invoice,Date Issued,Order Number,Account Number,Status,Total,Outstanding Amount");
  expect(lines.slice(1).join("\n")).toMatch(/'=cmd\|'\/C calc'!A0/);
  expect(lines.slice(1).join("\n")).toMatch(/'@SUM\(1\+1\)/);
});

describe("the ZIP", () => {
  async function zip(query: string): Promise<Map<string, Buffer>> {
    const reply = await raw(`/invoices/files.zip?${query}`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/zip"]);
    return unzip(Buffer.from(await reply.arrayBuffer()));
  }

  it("of a selection holds the files that exist, and an index that says what became of each", async () => {
    const [whole, cut, failing, none] = [
      "Long invoice",
      "Truncated files",
      "Files that fail",
      "No files",
    ].map(numberOf);
    const query = [whole, cut, failing, none, "999999999"].map((number) => `number=${number}`).join("&");
    const entries = await zip(query);
    const pdf = entries.get(`Invoice_${whole}.pdf`) ?? expect.fail("it is not in the ZIP");
    expect((await readPdf(pdf)).text).toContain(`Number: ${whole}`);
    const index = entries.get("index.csv")?.toString() ?? "";
    expect(index).toMatch(new RegExp(`^${whole},.*,Invoice_${whole}.pdf,Included\r$`, "m"));
    for (const file of [`Invoice_${cut}.pdf`, `Calls_${cut}.csv`, `Invoice_${failing}.pdf`]) {
      expect(index).toMatch(new RegExp(`${file},Couldn't be added: please download it separately\r$`, "m"));
      expect([...entries.keys()]).not.toContain(file);
    }
    expect(index).toMatch(new RegExp(`Invoice_${none}.pdf,Not available\r$`, "m"));
    expect(index).toContain("999999999,,,,There's no such invoice");
    expect([...entries.keys()].at(-1)).toBe("index.csv");
  });

  it("says 'Not available' of an invoice whose number can't be a file name", async () => {
    const plain = numberOf("Part paid");
    const renamed = async ({ path, query }: ApiCall) => {
      const number = query.get("invoiceNumber");
      if (path !== "/Invoice/Details" || !number?.startsWith("INV")) return undefined;
      const body = { dateIssued: "2026-03-05T00:00:00Z", accountNumber: "HAR001", status: 0, total: 12.5 };
      return { body: JSON.stringify({ ...body, invoiceNumber: number, outstandingAmount: 0 }) };
    };
    const entries = await world.api.scripted(renamed, () =>
      zip(`number=INV%2F1001&number=INV+1001&number=${plain}`),
    );
    const index = entries.get("index.csv")?.toString() ?? "";
    expect(index).toContain("INV/1001,05/03/2026,12.50,,Not available\r\n");
    expect(index).toContain("INV 1001,05/03/2026,12.50,Invoice_INV 1001.pdf,Not available\r\n");
    expect([...entries.keys()]).toEqual([`Invoice_${plain}.pdf`, "index.csv"]);
  });

  it("of a month holds all invoices of that month", async () => {
    const inMonth = sql`SELECT invoice_number AS n FROM invoices WHERE client_id = '1001'
         AND strftime('%Y-%m', issued_at / 1000, 'unixepoch') = ${lastMonth} ORDER BY n`;
    const entries = await zip(`month=${lastMonth}`);
    const index = entries.get("index.csv")?.toString().trim().split("\r\n").slice(1) ?? [];
    const listed = new Set(index.map((line) => line.split(",")[0]));
    expect([...listed].sort()).toEqual(inMonth.map(({ n }) => String(n)).sort());
    expect(listed.size).toBeGreaterThan(3);
  });

  it("of a month says so if some invoices have no date that can be read", async () => {
    const items = [`${lastMonth}-05`, "soon"].map((dateIssued, index) => ({
      ...{ invoiceNumber: `N${index}`, dateIssued, status: 0 },
      ...{ total: 1, outstandingAmount: 0, isCardPaymentPending: false },
    }));
    const entries = await world.api.answering(
      "/Invoice/MyInvoices",
      { body: JSON.stringify({ items, totalCount: 2 }) },
      () => zip(`month=${lastMonth}`),
    );
    const index = entries.get("index.csv")?.toString();
    expect(index).toContain("We can't read the date on some invoices, so they may be missing here.");
    expect(index).not.toContain("N1");
  });

  it("never holds files of another account", async () => {
    const retail = await signedIn(world, "anna", "1002");
    const number = numberOf("Long invoice");
    const reply = await raw(`/invoices/files.zip?number=${number}`, retail);
    const entries = unzip(Buffer.from(await reply.arrayBuffer()));
    expect([...entries.keys()]).toEqual(["index.csv"]);
    expect(entries.get("index.csv")?.toString()).toContain("There's no such invoice");
  });

  it.each([
    ["", "Please tick at least one invoice."],
    ["month=", "Please choose a month."],
    ["month=2026-13", "Please choose a month."],
    ["month=1999-01", "There are no invoices for January 1999."],
    [
      Array.from({ length: 101 }, (_, n) => `number=${n}`).join("&"),
      "Please tick no more than 100 invoices.",
    ],
  ])("asked for with '%.20s' leads back with a message", async (query, message) => {
    const page = await anna.get(`/invoices/files.zip?${query}`);
    expect([page.status, page.location]).toEqual([303, "/invoices"]);
    expect((await anna.get("/invoices")).text).toContain(message);
  });

  it("of nothing, asked for from a page that redirects: the message waits for the page that is seen", async () => {
    const review = `${world.portal.url}/invoices/payment-summary`;
    const back = await anna.get("/invoices/files.zip", { referer: review });
    expect(back.location).toBe("/invoices/payment-summary");
    const onward = await anna.get(back.location ?? "");
    expect(onward.location).toBe("/invoices/make-a-payment");
    await anna.get(onward.location ?? "", { "sec-purpose": "prefetch" });
    await anna.send(onward.location ?? "", { method: "HEAD" });
    expect(messageOf(await anna.follow(onward))).toContain("Please tick at least one invoice.");
    expect(messageOf(await anna.get("/invoices"))).not.toContain("Please tick");
  });
});
