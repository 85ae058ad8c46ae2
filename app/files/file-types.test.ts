import { describe, expect, it } from "vitest";
import { extensions, fileTypeOf, isOfType } from "./file-types.ts";

const bytes = (latin1: string) => Buffer.from(latin1, "latin1");

describe("the accepted file types", () => {
  it.each([
    ["a.PDF", "%PDF-1.7\n"],
    ["a.png", "\x89PNG\r\n\x1a\n\0\0"],
    ["a.jpeg", "\xff\xd8\xff\xe0\0"],
    ["a.heic", "\0\0\0\x18ftypheic"],
    ["a.docx", "PK\x03\x04\x14\0"],
    ["a.msg", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
    ["a.log", "DSL down\r\n"],
    ["a.csv", "\xff\xfea\0,\0b\0"],
    ["a.zip", "PK\x05\x06\0"],
    ["a.mov", "\0\0\0\x14ftypqt  "],
  ])("recognise %s by its first bytes", (name, start) => {
    const type = fileTypeOf(name);
    expect(type && isOfType(type, bytes(start))).toBe(true);
    expect(type && isOfType(type, bytes("\0\0<script>"))).toBe(false);
  });

  it("include none that a browser or a double click would run", () => {
    expect(
      ["svg", "html", "exe", "js", "bat", "docm", "lnk", "constructor"].filter((extension) =>
        fileTypeOf(`a.${extension}`),
      ),
    ).toEqual([]);
    expect(extensions.every((extension) => fileTypeOf(`a.${extension}`))).toBe(true);
    expect(fileTypeOf("pdf")).toBeUndefined();
  });
});
