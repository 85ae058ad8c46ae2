import { csvLoader } from "#app/grid/list-loader.server.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { directDebitList } from "./direct-debit-list.server.ts";

export const handle: PageFacts = { requiredParts: ["directDebits"] };
export const loader = csvLoader(directDebitList);
