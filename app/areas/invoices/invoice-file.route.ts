import { fileLoader } from "#app/files/download.server.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { invoiceFileSource } from "./invoice-files.server.ts";

export const handle: PageFacts = { requiredParts: ["files"] };
export const loader = fileLoader(invoiceFileSource);
