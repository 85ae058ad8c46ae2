import { contractPage } from "./contract-page.ts";
import { contractExamples } from "./examples.ts";
import { otherServicesDocument, portalApiDocument } from "./openapi.ts";
import { contractCalls } from "./operations.ts";

/** The contract's documents by path, made from the calls. */
export async function contractFiles(): Promise<Readonly<Record<string, string>>> {
  const calls = await contractCalls();
  const examples = await contractExamples(calls);
  const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
  return {
    "docs/portal-api.md": contractPage(calls, examples),
    "docs/portal-api.openapi.json": json(portalApiDocument(calls, examples)),
    "docs/neighbours.openapi.json": json(otherServicesDocument(calls)),
  };
}
