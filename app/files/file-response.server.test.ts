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
  ])("%j", (name, header) => {
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
  ])("%j breaks no header", (name) => {
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

/** A file as the files service sends it, piece by piece; an Error among them breaks it off. */
function opened(
  pieces: readonly (Buffer | Error)[],
  { size, type = "" }: { size?: number; type?: string } = {},
) {
  const body = Readable.from(
    (async function* () {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece;
        yield piece;
      }
    })(),
  );
  return { body, size, type };
}

const large = (bytes: number) => [PDF, ...Array.from({ length: bytes / KB }, () => Buffer.alloc(KB))];

describe("fileResponse", () => {
  it("sends the file with its length, and a policy under which nothing runs", async () => {
    const reply = await fileResponse(opened([PDF, Buffer.from("c")], { size: 10 }), file, call);
    expect(await reply.text()).toBe("%PDF-1.7\nc");
    expect(reply.headers.get("content-length")).toBe("10");
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
    expect(reply.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("knows the length of a small file also where the service does not say it", async () => {
    const reply = await fileResponse(opened([PDF]), file, call);
    expect(reply.headers.get("content-length")).toBe("9");
  });

  it.each([
    ["breaks off at once", [new Error("reset")], {}],
    ["breaks off after its first bytes", [PDF, new Error("reset")], { size: 3 * KB }],
    ["breaks off short of the read-ahead", [...large(200 * KB), new Error("reset")], {}],
    ["is empty", [], {}],
    ["is empty, as announced", [], { size: 0 }],
    ["is shorter than announced", [PDF], { size: 10 }],
    ["is longer than announced", [PDF, PDF], { size: 9 }],
  ])("throws for a file that %s", async (_, pieces, about) => {
    const given = opened(pieces, about);
    await expect(fileResponse(given, file, call)).rejects.toMatchObject({
      kind: "network",
      message: call.failure,
    });
    expect(given.body.destroyed).toBe(true);
  });

  it.each([
    ["text/html", "%PDF-1.7"],
    ["application/problem+json; charset=utf-8", "%PDF-1.7"],
    ["application/pdf", "<!doctype html><title>Sign in</title>"],
    ["application/pdf", '{"statusCode":401}'],
    ["", "%PD"],
    ["application/pdf", `${" ".repeat(KB)}%PDF-1.7`],
  ])("throws for a PDF that is none (%s, %.20s)", async (type, text) => {
    await expect(fileResponse(opened([Buffer.from(text)], { type }), file, call)).rejects.toMatchObject({
      kind: "malformed",
      message: call.failure,
    });
  });

  it("takes a PDF that the service calls something else, and whose mark comes in two pieces", async () => {
    const pieces = [Buffer.from("\uFEFF%PD"), Buffer.from("F-1.4")];
    const reply = await fileResponse(opened(pieces, { type: "application/octet-stream" }), file, call);
    expect(await reply.text()).toContain("%PDF-1.4");
  });

  it("refuses a page in place of a CSV, and nothing else", async () => {
    const csv = { name: "a.csv", contentType: "text/csv; charset=utf-8" };
    const rows = [Buffer.from("Date,Time\r\n")];
    for (const type of ["text/html; charset=utf-8", "application/json"])
      await expect(fileResponse(opened(rows, { type }), csv, call)).rejects.toMatchObject({
        kind: "malformed",
      });
    for (const type of ["", "text/csv", "application/octet-stream"])
      expect((await fileResponse(opened(rows, { type }), csv, call)).status).toBe(200);
  });

  it.each([
    ["breaks off", [new Error("reset")], 900 * KB],
    ["ends early", [], 900 * KB],
    ["goes on too long", [], 300 * KB],
  ])("fails where a large file %s later", async (_, end, size) => {
    const given = opened([...large(512 * KB), ...end], { size });
    const reply = await fileResponse(given, file, call);
    expect(reply.headers.get("content-length")).toBe(String(size));
    await expect(reply.arrayBuffer()).rejects.toThrow();
    expect(given.body.destroyed).toBe(true);
  });

  it("sends a large file whole, and holds little of it", async () => {
    let made = 0;
    const body = Readable.from(
      (function* () {
        for (const piece of large(4_096 * KB)) {
          made += piece.length;
          yield piece;
        }
      })(),
    );
    const reply = await fileResponse({ body, size: undefined, type: "" }, file, call);
    expect(made).toBeLessThan(300 * KB);
    expect(reply.headers.get("content-length")).toBeNull();
    expect((await reply.arrayBuffer()).byteLength).toBe(4_096 * KB + PDF.length);
  });

  it("does not wait for ever for one that drips", async () => {
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

  it("says nothing to who has left", async () => {
    const left = new DOMException("left", "AbortError");
    await expect(fileResponse(opened([PDF, left]), file, call)).rejects.toBe(left);
  });

  it("lets go of the file when who takes it leaves", async () => {
    const given = opened(large(512 * KB));
    const reader = (await fileResponse(given, file, call)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(given.body.destroyed).toBe(true);
  });
});
