import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPortalApi } from "#app/portal-api/client.ts";
import { checkInvoiceFile, invoiceFileParamsOf, type InvoiceFileKind } from "#app/portal-api/files.ts";
import { getInvoice, listMyInvoices } from "#app/portal-api/invoices.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { apiFor, headersFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

describe("the files service", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => new Date("2026-05-20T09:00:00Z") });
  });
  afterAll(() => provider.close());

  const headers = headersFor("Anna", "1001");
  const findInvoice = async (searchKeyword: string) => {
    const api = apiFor(provider, "Anna", "1001");
    const query = { SortBy: "invoiceNumber DESC", PageSize: 1, PageNumber: 1, searchKeyword };
    const { invoiceNumber } = (await api.call(listMyInvoices, { query })).items[0]!;
    return api.call(getInvoice, { query: { invoiceNumber } });
  };
  const newestInvoiceWithCalls = async (layout = 0) => {
    const calls = provider.db
      .prepare(
        `SELECT max(invoice_number) AS number FROM invoices JOIN breakdowns USING (breakdown_id)
         WHERE client_id = '1001' AND invoice_number < 419001
           AND json_extract(files, '$.calls') % 3 = ? AND json_extract(files, '$.reports')`,
      )
      .get(layout);
    return findInvoice(String(calls?.number));
  };
  const open = (url: string, init: RequestInit = {}) => fetch(url, { headers, ...init });
  const bytesOf = async (url: string) => Buffer.from(await (await open(url)).arrayBuffer());

  test.each([
    ["invoice", "invoiceDownloadUrl"],
    ["reports", "reportsDownloadUrl"],
  ] as const)(
    "the PDF of the %s has valid object offsets, and the same bytes each time",
    async (_, field) => {
      const url = (await newestInvoiceWithCalls())[field];
      const reply = await open(url);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      const file = Buffer.from(await reply.arrayBuffer());
      expect(Number(reply.headers.get("content-length"))).toBe(file.length);
      const text = file.toString("latin1");
      expect(text).toMatch(/^%PDF-1\.\d\n/);
      const xrefOffset = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(text)?.[1]);
      expect(text.slice(xrefOffset)).toMatch(/^xref\n/);
      const offsets = [...text.slice(xrefOffset).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) =>
        Number(offset),
      );
      expect(offsets.length).toBeGreaterThan(5);
      for (const [index, offset] of offsets.entries()) {
        expect(text.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`));
      }
      expect(/\/Count (\d+)/.exec(text)?.[1]).toBe("1");
      expect((await bytesOf(url)).equals(file)).toBe(true);
    },
  );

  test("an invoice with many lines has more pages", async () => {
    const file = (await bytesOf((await findInvoice("Long invoice")).invoiceDownloadUrl)).toString("latin1");
    expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBeGreaterThan(2);
  });

  test.each([
    [0, ",", "Date,Time,From,To,Destination,Duration (s),Cost (GBP)", 1],
    [1, ";", "Call Date;Calling Number;Called Number;Call Type;Duration;Charge (pence)", 0.01],
    [2, "\t", "CLI\tDialled Number\tCall Class\tStart Time\tSeconds\tPrice", 1],
  ])(
    "the file of calls, in layout %i, is a CSV that adds up to the invoice's line for calls",
    async (layout, delimiter, headings, poundsPerUnit) => {
      const invoice = await newestInvoiceWithCalls(layout);
      const csv = (await bytesOf(invoice.callsDownloadUrl)).toString().replace(/["\uFEFF]/g, "");
      const [head, ...rows] = csv.trimEnd().split(/\r?\n/);
      expect(head).toBe(headings);
      expect(rows.length).toBeGreaterThan(30);
      const cells = rows.map((row) => row.split(delimiter));
      expect(cells.every((row) => row.length === headings.split(delimiter).length)).toBe(true);
      const pence = cells.reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * poundsPerUnit * 100), 0);
      expect(invoice.items.find(({ itemCode }) => itemCode === "CALLS")?.net).toBe(pence / 100);
    },
  );

  test("the portal's HEAD request finds existing files only", async () => {
    const api = createPortalApi(
      { baseUrl: `${provider.url}/files`, subscriptionKey: demoSecrets.portalApiKey, timeoutMs: 30_000 },
      { identityToken: () => tokenOf("Anna"), clientId: "1001", requestId: "provider-test" },
    );
    const check = async (searchKeyword: string, kind: InvoiceFileKind) => {
      const params =
        invoiceFileParamsOf(await findInvoice(searchKeyword), kind) ?? expect.fail("it has no path");
      return api.call(checkInvoiceFile, { params }).then(
        () => "there",
        (error: { kind: string }) => error.kind,
      );
    };
    expect(await check("Part paid", "invoice")).toBe("there");
    expect(await check("Part paid", "calls")).toBe("notFound");
    expect(await check("No files", "invoice")).toBe("notFound");
    expect(await check("Files that fail", "invoice")).toBe("there");
  });

  test("HEAD finds files whose GET breaks off or fails", async () => {
    const { invoiceDownloadUrl, callsDownloadUrl } = await findInvoice("Truncated files");
    for (const url of [invoiceDownloadUrl, callsDownloadUrl]) {
      expect((await open(url, { method: "HEAD" })).status).toBe(200);
      const reply = await open(url);
      expect(reply.status).toBe(200);
      await expect(reply.arrayBuffer()).rejects.toThrow();
    }
    const failing = (await findInvoice("Files that fail")).invoiceDownloadUrl;
    expect((await open(failing, { method: "HEAD" })).status).toBe(200);
    expect((await open(failing)).status).toBe(500);
  });

  test("the folders of the files are named by the month in London time", async () => {
    const { invoiceNumber, accountNumber } = await findInvoice("Above the card limit");
    provider.db
      .prepare("UPDATE invoices SET issued_at = ? WHERE invoice_number = ?")
      .run(Date.parse("2026-04-30T23:30:00Z"), Number(invoiceNumber));
    const { invoiceDownloadUrl } = await findInvoice("Above the card limit");
    expect(invoiceDownloadUrl).toContain(`/files/${accountNumber}/2026/05/Invoice_${invoiceNumber}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(await bytesOf(invoiceDownloadUrl)));
    expect((await extractText(pdf, { mergePages: true })).text).toContain("Issued: 1 May 2026");
    expect((await open(invoiceDownloadUrl.replace("/05/", "/04/"))).status).toBe(404);
  });

  test("refuses a wrong key, token, account or role", async () => {
    const url = (await findInvoice("Part paid")).invoiceDownloadUrl;
    const statusWith = async (changes: Record<string, string>) =>
      (await fetch(url, { headers: { ...headers, ...changes } })).status;
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ "ocp-apim-subscription-key": "wrong" })).toBe(401);
    expect(await statusWith({ authorization: "Bearer nobody" })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${tokenOf("Ben")}` })).toBe(403);
    expect(await statusWith({ authorization: `Bearer ${tokenOf("Carla")}` })).toBe(403);
    expect(await statusWith({ "x-client-id": "1002" })).toBe(404);
    const carlaHeaders = { authorization: `Bearer ${tokenOf("Carla")}`, "x-client-id": "1003" };
    expect(await statusWith(carlaHeaders)).toBe(404);
  });

  test("finds a file by its exact path only", async () => {
    const url = (await findInvoice("Part paid")).invoiceDownloadUrl;
    const [, account = "", year = "", month = "", file = ""] =
      /\/files\/(.+)\/(.+)\/(.+)\/(.+)$/.exec(url) ?? [];
    const paths = [
      `HAR999/${year}/${month}/${file}`,
      `${account}/1999/${month}/${file}`,
      `${account}/${year}/${Number(month)}x/${file}`,
      `${account}/${year}/${month}/${file.replace("Invoice", "invoice")}`,
      `${account}/${year}/${month}/${file.replace("pdf", "csv")}`,
      `${account}/${year}/${month}/..%2F..%2F..%2Fprovider.sqlite`,
      `..%2F..%2F/${year}/${month}/${file}`,
      `${account}/${year}/${month}/%00${file}`,
      `${account}/${year}/${month}`,
    ];
    for (const path of paths) expect((await open(`${provider.url}/files/${path}`)).status, path).toBe(404);
  });
});
