import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { attachment, fileResponse } from "./file-response.server.ts";

const call = { method: "GET", path: "x", failure: "There was an error downloading it" } as const;
const file = { name: "a.pdf", contentType: "application/pdf" };

describe("attachment", () => {
  it.each([
    ["Invoice_1.pdf", `attachment; filename="Invoice_1.pdf"; filename*=UTF-8''Invoice_1.pdf`],
    [
      "Überblick (1).pdf",
      `attachment; filename="_berblick (1).pdf"; filename*=UTF-8''%C3%9Cberblick%20%281%29.pdf`,
    ],
    ["../../etc/passwd", `attachment; filename="-..-etc-passwd"; filename*=UTF-8''-..-etc-passwd`],
    ["", `attachment; filename="download"; filename*=UTF-8''download`],
    ["..", `attachment; filename="download"; filename*=UTF-8''download`],
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
      /^attachment; filename="[^"%;\\\x00-\x1f\x7f-\uffff]+"; filename\*=UTF-8''[\w.%~!-]+$/,
    );
    expect(() => new Headers({ "Content-Disposition": value })).not.toThrow();
    expect(value.length).toBeLessThan(2_500);
  });
});

describe("fileResponse", () => {
  it("sends the file with its length, and a policy under which nothing runs", async () => {
    const reply = await fileResponse(
      { body: Readable.from([Buffer.from("ab"), Buffer.from("c")]), size: 3 },
      file,
      call,
    );
    expect(await reply.text()).toBe("abc");
    expect(reply.headers.get("content-length")).toBe("3");
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
    expect(reply.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("throws for what fails before its first bytes, and for nothing at all", async () => {
    const broken = new Readable({ read: () => void broken.destroy(new Error("reset")) });
    for (const body of [broken, Readable.from([])])
      await expect(fileResponse({ body, size: undefined }, file, call)).rejects.toMatchObject({
        kind: "network",
        message: call.failure,
      });
  });

  it("fails where the file fails later", async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("reset");
      })(),
    );
    await expect((await fileResponse({ body, size: 8 }, file, call)).text()).rejects.toThrow();
  });

  it("lets go of the file when nobody takes it", async () => {
    const body = Readable.from([Buffer.from("a"), Buffer.from("b")]);
    const reply = await fileResponse({ body, size: undefined }, file, call);
    await reply.body?.cancel();
    expect(body.destroyed).toBe(true);
  });
});
