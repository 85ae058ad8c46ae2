import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvFile, csvResponse, type CsvValue } from "./csv.server.ts";

type Row = Readonly<Record<"name" | "note", string>>;
const columns = [
  { label: "Name", value: (row: Row) => row.name },
  { label: "Note", value: (row: Row) => row.note },
];

async function* rowsOf(...rows: readonly Row[]) {
  yield* rows;
}

/** A cell as it's written in a file. */
const csvField = (value: CsvValue) =>
  csvFile([[value]])
    .toString("utf8")
    .slice(1, -2);

/** Parses CSV according to RFC 4180. */
function parseCsv(text: string): string[][] {
  const fields = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, field = "", end] of fields) {
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("a CSV file", () => {
  it("is a download that isn't cached, with a byte order mark", async () => {
    const reply = await csvResponse("My-contacts/2026", columns, rowsOf({ name: "Zoë", note: 'a, "b"\nc' }));
    expect(Object.fromEntries(reply.headers)).toEqual({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": "attachment; filename=My-contacts-2026.csv",
      "cache-control": "no-store",
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString("utf8").slice(1)).toBe('Name,Note\r\nZoë,"a, ""b""\nc"\r\n');
  });

  it("ends with the note", async () => {
    const reply = await csvResponse(
      "x",
      columns,
      rowsOf({ name: "a", note: "b" }),
      () => "2 more are not here",
    );
    expect((await reply.text()).slice(0)).toContain("a,b\r\n2 more are not here,\r\n");
  });

  it("has its heading even without rows", async () => {
    const reply = await csvResponse("none", columns, rowsOf());
    expect(
      Buffer.from(await reply.arrayBuffer())
        .toString("utf8")
        .slice(1),
    ).toBe("Name,Note\r\n");
  });

  it("can be parsed to the same texts", async () => {
    const text = fc
      .string({ unit: "grapheme" })
      .filter((value) => !/^[+0]\d|^\d\d-/.test(value) && !csvField(value).includes("'"));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ name: text, note: text })), async (rows) => {
        const reply = await csvResponse("x", columns, rowsOf(...rows));
        const read = parseCsv(
          Buffer.from(await reply.arrayBuffer())
            .toString("utf8")
            .slice(1),
        );
        expect(read.slice(1)).toEqual(rows.map(({ name, note }) => [name, note]));
      }),
    );
  });

  it("rejects if the first row fails", async () => {
    async function* broken(): AsyncGenerator<Row> {
      yield* rowsOf();
      throw new Error("no contacts");
    }
    await expect(csvResponse("x", columns, broken())).rejects.toThrow("no contacts");
  });

  it("aborts if a later row fails", async () => {
    async function* broken(): AsyncGenerator<Row> {
      yield { name: "a", note: "b" };
      throw new Error("gone");
    }
    const reply = await csvResponse("x", columns, broken());
    await expect(reply.text()).rejects.toThrow("gone");
  });

  it("fetches rows only as they are read, and stops if the reader cancels", async () => {
    let rowsFetched = 0;
    let stopped = false;
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (;;) yield { name: String(rowsFetched++), note: "" };
      } finally {
        stopped = true;
      }
    }
    const reader = (await csvResponse("x", columns, endless())).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => stopped).toBe(true);
    expect(rowsFetched).toBeLessThan(5);
  });
});

describe("a cell", () => {
  it.each([
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1+1",
    "|x",
    "%0A=1",
    "\u200b=1",
  ])("never runs as a formula: %j", (text) => expect(csvField(text).replace(/^"/, "")).toMatch(/^'/));

  it.each([
    ["+44 113 496 0000", "+44 113 496 0000"],
    ["-12.50", "-12.50"],
    ["01947600123", "01947 600123"],
    ["00123", "0 0123"],
    ["00412345", "00412 345"],
    ["+441947600123", "+44 1947600123"],
    ["+12125550100", "+1 2125550100"],
    ["8944110068123456789", "89441 10068123456789"],
    ["01-02-03", "01 02 03"],
    ["20-29-59", "20-29-59"],
    ["0", "0"],
    ["0.50", "0.50"],
    ["12345678", "12345678"],
    ["05/10/2026", "05/10/2026"],
    [-12.5, "-12.5"],
    ["Anna", "Anna"],
    ["a=b", "a=b"],
    ["a;b", '"a;b"'],
    [" a", '" a"'],
    ["a\0\u001bb\nc", '"ab\nc"'],
    [null, ""],
    [undefined, ""],
    [0, "0"],
  ])("for %j is written as %j", (value, expected) => expect(csvField(value)).toBe(expected));
});
