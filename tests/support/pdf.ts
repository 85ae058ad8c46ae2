import { extractText, getDocumentProxy } from "unpdf";

/** A PDF's number of pages, and their text. Throws for an invalid PDF. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  return { pages: totalPages, text };
}
