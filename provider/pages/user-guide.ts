import { colours, letterhead, makePdf, sheet } from "#provider/files/pdf-document.ts";
import documents from "./documents.json" with { type: "json" };

const { title, intro, sections } = documents.userGuide;

/** The user guide behind 'New to the Portal'. */
export function userGuide(): Promise<Buffer> {
  return makePdf({ title, date: new Date("2026-01-05T09:00:00Z") }, (pdf) => {
    letterhead(pdf, "User guide");
    pdf.font("Inter").fontSize(12).fillColor(colours.text).text(intro, sheet.left, 120);
    for (const { heading, text } of sections) {
      pdf.moveDown().font("Inter-Bold").text(heading);
      pdf.font("Inter").text(text, { width: sheet.width, lineGap: 2 });
    }
  });
}
