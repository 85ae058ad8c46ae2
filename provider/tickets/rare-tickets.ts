import { fileCases, type StoredFiles } from "#provider/products/stored-files.ts";

/** Changes that make an ordinary ticket a rare case. */
export interface RareTicket {
  readonly changes: Readonly<Record<string, string | number | null>>;
  /** The history, oldest first. */
  readonly notes?: readonly string[];
  readonly files?: StoredFiles;
}

const repeatedNotes = (count: number, length: number) =>
  Array.from(
    { length: count },
    (_, index) => `<p>${`Note ${index + 1}. `.padEnd(length, "Nothing has changed. ")}</p>`,
  );

const hostile = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>Hostile ticket`;

/** Harbour & Pine Ltd's rare tickets, which you find by subject (docs/scenarios.md). */
export const rareTickets: readonly RareTicket[] = [
  { changes: { subject: "One short note" }, notes: repeatedNotes(1, 150) },
  { changes: { subject: "One long note" }, notes: repeatedNotes(1, 700) },
  { changes: { subject: "Nine short notes" }, notes: repeatedNotes(9, 150) },
  { changes: { subject: "Ten short notes" }, notes: repeatedNotes(10, 150) },
  { changes: { subject: "Four middling notes" }, notes: repeatedNotes(4, 500) },
  { changes: { subject: "Two hundred notes" }, notes: repeatedNotes(200, 90) },
  { changes: { subject: "No notes at all" } },
  {
    changes: {
      subject: hostile,
      details: `<a href="javascript:document.title='hacked'">Read</a><style>body{display:none}</style><b>bold</b>`,
      assigned_to_name: "<i>Sam</i>",
      error_codes: "=cmd|'calc'!A0",
    },
    notes: [
      `<iframe src="https://evil.example"></iframe><svg onload="document.title='hacked'"></svg><em>em</em>`,
    ],
    files: fileCases["Hostile file names"],
  },
  {
    changes: { subject: "Long words", details: "Pneumono".repeat(60) },
    notes: ["Donaudampfschiff".repeat(40)],
  },
  { changes: { subject: "Nobody and nowhere", contact_id: null, address_id: null, assigned_to_name: "" } },
  { changes: { subject: "A status of tomorrow", status_id: 7 } },
  {
    changes: { subject: "One attached file" },
    files: { names: ["Photo of the router.pdf"] },
  },
  { changes: { subject: "Fourteen attached files" }, files: fileCases["Fourteen files"] },
  { changes: { subject: "An attached file cut short" }, files: fileCases["A file cut short"] },
  { changes: { subject: "Attached files without a listing" }, files: fileCases["Files without a listing"] },
];
