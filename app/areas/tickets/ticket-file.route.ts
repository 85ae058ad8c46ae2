import type { PageFacts } from "#app/document/page-facts.ts";
import { fileLoader } from "#app/files/download.server.ts";
import { ticketFiles } from "./ticket-files.server.ts";

export const handle: PageFacts = { requiredParts: ["files"] };
export const loader = fileLoader(ticketFiles.source);
