import { extractText, getDocumentProxy } from "unpdf";

/** How many pages a PDF has and what they say, as a viewer reads them. Throws for what no viewer can open. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  return { pages: totalPages, text };
}
