import { describe, expect, it } from "vitest";
import { contentTypeOf, nameForContent } from "./file-content.server.ts";
import { acceptedExtension, extensions } from "./file-types.ts";

const named = (name: string, latin1: string) => nameForContent(name, Buffer.from(latin1, "latin1"));

describe("the accepted file types", () => {
  it.each([
    ["a.PDF", "%PDF-1.7\n"],
    ["a.png", "\x89PNG\r\n\x1a\n\0\0"],
    ["a.jpeg", "\xff\xd8\xff\xe0\0"],
    ["a.jfif", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["a.bmp", "BM\x36\x10\0\0\0\0\0\0\x36\0"],
    ["a.heic", "\0\0\0\x18ftypheic"],
    ["a.heif", "\0\0\0\x18ftypmif1"],
    ["a.docx", "PK\x03\x04\x14\0"],
    ["a.msg", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
    ["locked with a password.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
    ["a.log", "DSL down\r\n"],
    ["a.csv", "\xff\xfea\0,\0b\0"],
    ["a.zip", "PK\x05\x06\0"],
    ["a.mov", "\0\0\0\x14ftypqt  "],
    ["a.mp4", "\0\0\0\x18ftypisom"],
  ])("recognise %s by its first bytes", (name, start) => {
    expect(named(name, start)).toBe(name);
    expect(named(name, "\0\0<script>")).toBeUndefined();
    expect(contentTypeOf(name)).toMatch(/^[a-z]+\/[\w.+-]+$/);
  });

  it.each([
    ["scan.jpg", "\x89PNG\r\n\x1a\n\0", "scan.png"],
    ["IMG_0001.JPG", "\0\0\0\x18ftypheic", "IMG_0001.heic"],
    ["photo.png", "\xff\xd8\xff\xe0\0", "photo.jpg"],
    ["bill.png", "%PDF-1.7\n", "bill.pdf"],
    ["notes.txt", "{\\rtf1 hello}", "notes.rtf"],
    ["clip.heic", "\0\0\0\x18ftypisom", "clip.mp4"],
    ["report.pdf", `PK\x03\x04${"\0".repeat(26)}[Content_Types].xml...word/document.xml`, "report.docx"],
    ["old.pdf", `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0W\0o\0r\0k\0b\0o\0o\0k\0`, "old.xls"],
    ["photo.png", "<script>alert(1)</script>", undefined],
    ["setup.txt", "MZ\0\x01", undefined],
  ])("name %s, whose content begins with %j, as %s", (name, start, real) =>
    expect(named(name, start)).toBe(real),
  );

  it("include none that a browser or a double click would run", () => {
    expect(
      ["svg", "html", "exe", "js", "bat", "docm", "lnk", "constructor"].filter((extension) =>
        acceptedExtension(`a.${extension}`),
      ),
    ).toEqual([]);
    expect(extensions.every((extension) => acceptedExtension(`a.${extension}`))).toBe(true);
    expect(acceptedExtension("pdf")).toBeUndefined();
  });
});
