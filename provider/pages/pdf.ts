export interface PdfPage {
  readonly heading: string;
  /** Printed one below the other; each must fit the width (about 90 characters). */
  readonly lines: readonly string[];
}

/** A small PDF 1.4 document of A4 pages in Helvetica, for text in Latin-1. */
export function pdf(title: string, pages: readonly PdfPage[]): Buffer {
  const pageNumber = (index: number) => 5 + index * 2;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Title (${escaped(title)}) >>`,
    ...pages.flatMap((page, index) => {
      const content = contentOf(page);
      const resources = "<< /Font << /F1 3 0 R >> >>";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return assemble(objects);
}

function contentOf({ heading, lines }: PdfPage): string {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  return `BT /F1 22 Tf 64 760 Td (${escaped(heading)}) Tj ET\nBT /F1 11.5 Tf 18 TL 64 718 Td\n${text}\nET`;
}

/** Objects 1 to n with the table that says at which byte each begins: readers refuse a wrong one. */
function assemble(objects: readonly string[]): Buffer {
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, "latin1");
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const start = Buffer.byteLength(body, "latin1");
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
