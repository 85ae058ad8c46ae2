import { describe, expect, it } from "vitest";
import { extensions, fileTypeOf, isOfType } from "./file-types.ts";

const bytes = (latin1: string) => Buffer.from(latin1, "latin1");

describe("the types of files that are taken", () => {
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
  ])("%s begins as it does", (name, start) => {
    const type = fileTypeOf(name);
    expect(type && isOfType(type, bytes(start))).toBe(true);
    expect(type && isOfType(type, bytes("\0\0<script>"))).toBe(false);
  });

  it("are none that a browser or a double click runs", () => {
    expect(
      ["svg", "html", "exe", "js", "bat", "docm", "lnk", "constructor"].filter((one) =>
        fileTypeOf(`a.${one}`),
      ),
    ).toEqual([]);
    expect(extensions.every((one) => fileTypeOf(`a.${one}`))).toBe(true);
    expect(fileTypeOf("pdf")).toBeUndefined();
  });
});
