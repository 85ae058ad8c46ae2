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
  const find = async (searchKeyword: string) => {
    const api = apiFor(provider, "Anna", "1001");
    const query = { SortBy: "invoiceNumber DESC", PageSize: 1, PageNumber: 1, searchKeyword };
    const { invoiceNumber } = (await api.call(listMyInvoices, { query })).items[0]!;
    return api.call(getInvoice, { query: { invoiceNumber } });
  };
  const newestCalls = async (layout = 0) => {
    const calls = provider.db
      .prepare(
        `SELECT max(invoice_number) AS number FROM invoices JOIN breakdowns USING (breakdown_id)
         WHERE client_id = '1001' AND invoice_number < 419001
           AND json_extract(files, '$.calls') % 3 = ? AND json_extract(files, '$.reports')`,
      )
      .get(layout);
    return find(String(calls?.number));
  };
  const open = (url: string, init: RequestInit = {}) => fetch(url, { headers, ...init });
  const bytesOf = async (url: string) => Buffer.from(await (await open(url)).arrayBuffer());

  test.each([
    ["invoice", "invoiceDownloadUrl"],
    ["reports", "reportsDownloadUrl"],
  ] as const)("the %s is a PDF whose table points at its objects, the same each time", async (_, field) => {
    const url = (await newestCalls())[field];
    const reply = await open(url);
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    const file = Buffer.from(await reply.arrayBuffer());
    expect(Number(reply.headers.get("content-length"))).toBe(file.length);
    const text = file.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.\d\n/);
    const tableAt = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(text)?.[1]);
    expect(text.slice(tableAt)).toMatch(/^xref\n/);
    const offsets = [...text.slice(tableAt).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBeGreaterThan(5);
    for (const [index, offset] of offsets.entries()) {
      expect(text.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    }
    expect(/\/Count (\d+)/.exec(text)?.[1]).toBe("1");
    expect((await bytesOf(url)).equals(file)).toBe(true);
  });

  test("an invoice with many lines has more pages", async () => {
    const file = (await bytesOf((await find("Long invoice")).invoiceDownloadUrl)).toString("latin1");
    expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBeGreaterThan(2);
  });

  test.each([
    [0, ",", "Date,Time,From,To,Destination,Duration (s),Cost (GBP)", 1],
    [1, ";", "Call Date;Calling Number;Called Number;Call Type;Duration;Charge (pence)", 0.01],
    [2, "\t", "CLI\tDialled Number\tCall Class\tStart Time\tSeconds\tPrice", 1],
  ])(
    "the calls are a CSV that adds up to the invoice's line, in layout %i",
    async (layout, sign, heads, unit) => {
      const invoice = await newestCalls(layout);
      const csv = (await bytesOf(invoice.callsDownloadUrl)).toString().replace(/["\uFEFF]/g, "");
      const [head, ...rows] = csv.trimEnd().split(/\r?\n/);
      expect(head).toBe(heads);
      expect(rows.length).toBeGreaterThan(30);
      const cells = rows.map((row) => row.split(sign));
      expect(cells.every((row) => row.length === heads.split(sign).length)).toBe(true);
      const pence = cells.reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * unit * 100), 0);
      expect(invoice.items.find(({ itemCode }) => itemCode === "CALLS")?.net).toBe(pence / 100);
    },
  );

  test("the portal's own check: there, or not there", async () => {
    const api = createPortalApi(
      { baseUrl: `${provider.url}/files`, subscriptionKey: demoSecrets.portalApiKey, timeoutMs: 30_000 },
      { identityToken: () => tokenOf("Anna"), clientId: "1001", requestId: "provider-test" },
    );
    const check = async (searchKeyword: string, kind: InvoiceFileKind) => {
      const params = invoiceFileParamsOf(await find(searchKeyword), kind) ?? expect.fail("it has no path");
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

  test("a file that breaks off half way, and one that cannot be fetched", async () => {
    const { invoiceDownloadUrl, callsDownloadUrl } = await find("Truncated files");
    for (const url of [invoiceDownloadUrl, callsDownloadUrl]) {
      expect((await open(url, { method: "HEAD" })).status).toBe(200);
      const reply = await open(url);
      expect(reply.status).toBe(200);
      await expect(reply.arrayBuffer()).rejects.toThrow();
    }
    const failing = (await find("Files that fail")).invoiceDownloadUrl;
    expect((await open(failing, { method: "HEAD" })).status).toBe(200);
    expect((await open(failing)).status).toBe(500);
  });

  test("one issued at night lies in London's month, in the portal's eyes as in the provider's", async () => {
    const { invoiceNumber, accountNumber } = await find("Above the card limit");
    provider.db
      .prepare("UPDATE invoices SET issued_at = ? WHERE invoice_number = ?")
      .run(Date.parse("2026-04-30T23:30:00Z"), Number(invoiceNumber));
    const { invoiceDownloadUrl } = await find("Above the card limit");
    expect(invoiceDownloadUrl).toContain(`/files/${accountNumber}/2026/05/Invoice_${invoiceNumber}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(await bytesOf(invoiceDownloadUrl)));
    expect((await extractText(pdf, { mergePages: true })).text).toContain("Issued: 1 May 2026");
    expect((await open(invoiceDownloadUrl.replace("/05/", "/04/"))).status).toBe(404);
  });

  test("only with key, bearer, account and role", async () => {
    const url = (await find("Part paid")).invoiceDownloadUrl;
    const statusWith = async (changes: Record<string, string>) =>
      (await fetch(url, { headers: { ...headers, ...changes } })).status;
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ "ocp-apim-subscription-key": "wrong" })).toBe(401);
    expect(await statusWith({ authorization: "Bearer nobody" })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${tokenOf("Ben")}` })).toBe(403);
    expect(await statusWith({ authorization: `Bearer ${tokenOf("Carla")}` })).toBe(403);
    expect(await statusWith({ "x-client-id": "1002" })).toBe(404);
    const carlas = { authorization: `Bearer ${tokenOf("Carla")}`, "x-client-id": "1003" };
    expect(await statusWith(carlas)).toBe(404);
  });

  test("nothing but a file's own path names it", async () => {
    const url = (await find("Part paid")).invoiceDownloadUrl;
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
