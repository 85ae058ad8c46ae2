/** The files for a licence, quote, return or ticket, and how the files service lists them. */
export interface StoredFiles {
  readonly names: readonly string[];
  /** What a listing without files looks like: `File` is null or absent, `Entries` is an empty text, or a 404. */
  readonly emptyListing?: "null" | "absent" | "text" | "no-folder";
  /** The first file is cut short, can't be read or is gone; or the listing itself fails. */
  readonly fault?: "truncated" | "failing" | "gone" | "no-listing";
}

const listingForms = ["many", "one", "null", "many", "absent", "one", "text", "many", "no-folder"] as const;

/** The files for the ordinary record at an index, chosen so that every form of listing occurs. */
export function ordinaryFiles(index: number, names: readonly string[]): StoredFiles {
  const form = listingForms[index % listingForms.length]!;
  if (form === "many") return { names };
  return form === "one" ? { names: names.slice(0, 1) } : { names: [], emptyListing: form };
}

/** Rare cases of files, by the text that finds their record (docs/scenarios.md). */
export const fileCases: Readonly<Record<string, StoredFiles>> = {
  "Fourteen files": { names: Array.from({ length: 14 }, (_, index) => `Part ${index + 1} of 14.pdf`) },
  "Hostile file names": {
    names: [
      `<img src=x onerror="document.title=1">.pdf`,
      "..\\..\\boot.ini.pdf",
      '100% Übersicht & "Preise"; v2 #1.pdf',
      "=cmd|'calc'!A0.pdf",
    ],
  },
  "A file cut short": { names: ["Broken off.pdf", "Whole.pdf"], fault: "truncated" },
  "A file that fails": { names: ["Unreadable.pdf", "Whole.pdf"], fault: "failing" },
  "A file that is gone": { names: ["Gone.pdf", "Whole.pdf"], fault: "gone" },
  "Files without a listing": { names: ["Whole.pdf"], fault: "no-listing" },
};
