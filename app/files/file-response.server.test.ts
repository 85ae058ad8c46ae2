import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { attachment, fileResponse } from "./file-response.server.ts";

const call = { method: "GET", path: "x", failure: "There was an error downloading it" } as const;
const file = { name: "a.pdf", contentType: "application/pdf" };

describe("attachment", () => {
  it.each([
    ["Invoice_1.pdf", "attachment; filename=Invoice_1.pdf"],
    ["Invoice (1).pdf", 'attachment; filename="Invoice (1).pdf"'],
    [
      "Überblick (1).pdf",
      `attachment; filename="_berblick (1).pdf"; filename*=UTF-8''%C3%9Cberblick%20%281%29.pdf`,
    ],
    ["../../etc/passwd", "attachment; filename=-..-etc-passwd"],
    ["", "attachment; filename=download"],
    ["..", "attachment; filename=download"],
  ])("of the name %j is %s", (name, header) => {
    expect(attachment(name)).toBe(header);
  });

  it.each([
    'a"\r\nX-Y: z',
    "\u202Efdp.exe",
    "nul\0.pdf",
    "\uD800.pdf",
    "a;filename=b",
    "😀".repeat(500),
    "CON",
    "%0d%0a",
  ])("is a valid header for the name %j", (name) => {
    const value = attachment(name);
    expect(value).toMatch(
      /^attachment; filename=(?:[\w.-]+|"[^"%;\\\x00-\x1f\x7f-\uffff]+")(?:; filename\*=UTF-8''[\w.%~!-]+)?$/,
    );
    expect(() => new Headers({ "Content-Disposition": value })).not.toThrow();
    expect(value.length).toBeLessThan(2_500);
  });
});

const PDF = Buffer.from("%PDF-1.7\n");
const KB = 1_024;

/** A file that the files service sends in these chunks; an Error ends the stream. */
function openFile(
  chunks: readonly (Buffer | Error)[],
  { size, type = "" }: { size?: number; type?: string } = {},
) {
  const body = Readable.from(
    (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield chunk;
      }
    })(),
  );
  return { body, size, type };
}

/** A PDF of a little more than this many bytes, in chunks of 1 KB. */
const pdfChunks = (bytes: number) => [PDF, ...Array.from({ length: bytes / KB }, () => Buffer.alloc(KB))];

describe("fileResponse", () => {
  it("sends the file with its length and a policy that forbids scripts", async () => {
    const reply = await fileResponse(openFile([PDF, Buffer.from("c")], { size: 10 }), file, call);
    expect(await reply.text()).toBe("%PDF-1.7\nc");
    expect(reply.headers.get("content-length")).toBe("10");
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
    expect(reply.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("sends the length of a small file even if the service announces none", async () => {
    const reply = await fileResponse(openFile([PDF]), file, call);
    expect(reply.headers.get("content-length")).toBe("9");
  });

  it.each([
    ["fails before its first byte", [new Error("reset")], {}],
    ["fails after its first bytes", [PDF, new Error("reset")], { size: 3 * KB }],
    ["fails before the read-ahead is full", [...pdfChunks(200 * KB), new Error("reset")], {}],
    ["is empty", [], {}],
    ["is announced as empty", [], { size: 0 }],
    ["is shorter than announced", [PDF], { size: 10 }],
    ["is longer than announced", [PDF, PDF], { size: 9 }],
  ])("throws for a file that %s", async (_, chunks, announced) => {
    const source = openFile(chunks, announced);
    await expect(fileResponse(source, file, call)).rejects.toMatchObject({
      kind: "network",
      message: call.failure,
    });
    expect(source.body.destroyed).toBe(true);
  });

  it.each([
    ["text/html", "%PDF-1.7"],
    ["application/problem+json; charset=utf-8", "%PDF-1.7"],
    ["application/pdf", "<!doctype html><title>Sign in</title>"],
    ["application/pdf", '{"statusCode":401}'],
    ["", "%PD"],
    ["application/pdf", `${" ".repeat(KB)}%PDF-1.7`],
  ])("throws if a PDF of type '%s' begins with '%.20s'", async (type, text) => {
    await expect(fileResponse(openFile([Buffer.from(text)], { type }), file, call)).rejects.toMatchObject({
      kind: "malformed",
      message: call.failure,
    });
  });

  it("accepts a PDF with another content type and its signature in two chunks", async () => {
    const chunks = [Buffer.from("\uFEFF%PD"), Buffer.from("F-1.4")];
    const reply = await fileResponse(openFile(chunks, { type: "application/octet-stream" }), file, call);
    expect(await reply.text()).toContain("%PDF-1.4");
  });

  it("throws if the service sends HTML or JSON in place of a CSV", async () => {
    const csv = { name: "a.csv", contentType: "text/csv; charset=utf-8" };
    const rows = [Buffer.from("Date,Time\r\n")];
    for (const type of ["text/html; charset=utf-8", "application/json"])
      await expect(fileResponse(openFile(rows, { type }), csv, call)).rejects.toMatchObject({
        kind: "malformed",
      });
    for (const type of ["", "text/csv", "application/octet-stream"])
      expect((await fileResponse(openFile(rows, { type }), csv, call)).status).toBe(200);
  });

  it.each([
    ["fails", [new Error("reset")], 900 * KB],
    ["ends early", [], 900 * KB],
    ["is longer than announced", [], 300 * KB],
  ])("aborts the download of a large file that %s after the read-ahead", async (_, end, size) => {
    const source = openFile([...pdfChunks(512 * KB), ...end], { size });
    const reply = await fileResponse(source, file, call);
    expect(reply.headers.get("content-length")).toBe(String(size));
    await expect(reply.arrayBuffer()).rejects.toThrow();
    expect(source.body.destroyed).toBe(true);
  });

  it("streams a large file without buffering all of it", async () => {
    let readBytes = 0;
    const body = Readable.from(
      (function* () {
        for (const chunk of pdfChunks(4_096 * KB)) {
          readBytes += chunk.length;
          yield chunk;
        }
      })(),
    );
    const reply = await fileResponse({ body, size: undefined, type: "" }, file, call);
    expect(readBytes).toBeLessThan(300 * KB);
    expect(reply.headers.get("content-length")).toBeNull();
    expect((await reply.arrayBuffer()).byteLength).toBe(4_096 * KB + PDF.length);
  });

  it("ends the read-ahead of a slow file after some seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const body = Readable.from(
      (async function* () {
        yield Buffer.concat([PDF, Buffer.alloc(2 * KB)]);
        vi.advanceTimersByTime(6_000);
        yield Buffer.alloc(1);
        await new Promise(() => undefined);
      })(),
    );
    const reply = await fileResponse({ body, size: 9 * KB, type: "" }, file, call);
    expect(reply.status).toBe(200);
    vi.useRealTimers();
  });

  it("passes on the AbortError if the browser has disconnected", async () => {
    const abort = new DOMException("disconnected", "AbortError");
    await expect(fileResponse(openFile([PDF, abort]), file, call)).rejects.toBe(abort);
  });

  it("closes the source when the client cancels the download", async () => {
    const source = openFile(pdfChunks(512 * KB));
    const reader = (await fileResponse(source, file, call)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(source.body.destroyed).toBe(true);
  });
});
