import { fileLoader } from "#app/files/download.server.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { ticketFiles } from "./ticket-files.server.ts";

export const handle: PageFacts = { requiredParts: ["files"] };
export const loader = fileLoader(ticketFiles.source);
