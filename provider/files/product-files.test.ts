import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headersFor } from "#provider/portal-api/testing/api-for.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

interface Entry {
  readonly Name: string;
  readonly Properties: { readonly "Content-Length": string };
}
interface Listing {
  readonly EnumerationResults: { readonly Entries: "" | { readonly File?: Entry | Entry[] | null } };
}

describe("files of licences, quotes and returns", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => new Date("2026-05-20T09:00:00Z") });
  });
  afterAll(() => provider.close());

  const headers = headersFor("Anna", "1001");
  const open = (path: string, init: RequestInit = {}) =>
    fetch(`${provider.url}/files/${path}`, { headers, ...init });
  const entriesOf = async (folder: string) =>
    ((await (await open(folder)).json()) as Listing).EnumerationResults.Entries;
  /** The shape of a folder's listing. */
  const shapeOf = async (folder: string) => {
    const reply = await open(folder);
    if (reply.status === 404) return "no folder";
    const { Entries } = ((await reply.json()) as Listing).EnumerationResults;
    if (Entries === "") return "empty text";
    if (!("File" in Entries)) return "absent";
    return Entries.File === null ? "null" : Array.isArray(Entries.File) ? "array" : "object";
  };
  const namesOf = async (folder: string) => {
    const entries = await entriesOf(folder);
    return [(entries as Exclude<typeof entries, "">).File ?? []].flat().map(({ Name }) => Name);
  };
  const find = (table: string, column: string, text: string, id: string) =>
    provider.db.prepare(`SELECT ${id} AS id FROM ${table} WHERE ${column} = ?`).get(text)?.id;

  test.each([
    ["License", 31_001],
    ["Quote", 21_001],
    ["Return", 51_001],
  ])("the listings of %s have every shape that the gateway produces", async (kind, firstId) => {
    const shapes = await Promise.all(
      Array.from({ length: 9 }, (_, index) => shapeOf(`${kind}_${firstId + index}`)),
    );
    expect(new Set(shapes)).toEqual(
      new Set(["array", "object", "null", "absent", "empty text", "no folder"]),
    );
    const folder = `${kind}_${firstId}`;
    expect((await open(folder, { method: "HEAD" })).status).toBe(200);
    const files = [(await entriesOf(folder)) as { File: Entry[] }].flatMap(({ File }) => File);
    for (const { Name, Properties } of files) {
      const reply = await open(`${folder}/${encodeURIComponent(Name)}`);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      const bytes = new Uint8Array(await reply.arrayBuffer());
      expect(String(bytes.length)).toBe(Properties["Content-Length"]);
      const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
      expect(text).toContain("Harbour & Pine Ltd");
    }
  });

  test("a licence's document does not contain its password and keycodes", async () => {
    provider.db.exec("UPDATE licences SET password = 'CANARY', keycodes = 'CANARY' WHERE licence_id = 31001");
    const reply = await open(`License_31001/${encodeURIComponent("Licence certificate.pdf")}`);
    const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
    expect((await extractText(pdf, { mergePages: true })).text).not.toContain("CANARY");
  });

  test("lists as many as 14 files, and files with hostile names", async () => {
    const quoteFolder = `Quote_${find("quotes", "details", "Fourteen files", "quote_id")}`;
    expect(await namesOf(quoteFolder)).toHaveLength(14);
    const hostile = `Return_${find("returns", "product_description", "Hostile file names", "rma")}`;
    const names = await namesOf(hostile);
    expect(names.join()).toContain("..\\..\\");
    for (const name of names) {
      expect((await open(`${hostile}/${encodeURIComponent(name)}`)).status, name).toBe(200);
    }
  });

  test("files can break off, fail or be gone, and a listing can fail", async () => {
    const folderOf = (notes: string) => `License_${find("licences", "notes", notes, "licence_id")}`;
    const openFirstFile = async (notes: string) => {
      const folder = folderOf(notes);
      return open(`${folder}/${encodeURIComponent((await namesOf(folder))[0] ?? "")}`);
    };
    await expect((await openFirstFile("A file that breaks off")).arrayBuffer()).rejects.toThrow();
    expect((await openFirstFile("A file that fails")).status).toBe(500);
    expect((await openFirstFile("A file that is gone")).status).toBe(404);
    expect((await open(folderOf("Files without a listing"))).status).toBe(500);
    expect((await open(`${folderOf("A file that fails")}/Whole.pdf`)).status).toBe(200);
  });

  test.each([
    ["License_31001", "License_33001"],
    ["Quote_21001", "Quote_23001"],
    ["Return_51001", "Return_53001"],
  ])("%s can be read only with its account and role", async (ownFolder, otherFolder) => {
    const statusWith = async (changes: Record<string, string>, path = ownFolder) =>
      (await open(path, { headers: { ...headers, ...changes } })).status;
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({}, otherFolder)).toBe(404);
    expect(await statusWith({ "ocp-apim-subscription-key": "wrong" })).toBe(401);
    expect(await statusWith({ authorization: "Bearer nobody" })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${tokenOf("Ben")}` })).toBe(403);
    expect(await statusWith({ "x-client-id": "1002" })).toBe(404);
  });

  test("finds a file by its exact path only", async () => {
    const paths = [
      "License_31001/Nothing.pdf",
      "license_31001",
      "Licence_31001",
      "License_0",
      "License_31001x",
      "Support_31001",
      "License_31001/..%2F..%2Fprovider.sqlite",
      "License_31001/%00",
    ];
    for (const path of paths) expect((await open(path)).status, path).toBe(404);
  });
});
