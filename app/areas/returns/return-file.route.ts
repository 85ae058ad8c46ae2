import type { PageFacts } from "#app/document/page-facts.ts";
import { fileLoader } from "#app/files/download.server.ts";
import { returnFiles } from "./return-view.server.ts";

export const handle: PageFacts = { requiredParts: ["files"] };
export const loader = fileLoader(returnFiles.source);
