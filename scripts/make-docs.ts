/**
 * Writes what is generated from the code: configuration table, settings for compose.yaml, contract, and the samples and
 * line counts in docs/kits.md, the guide to lists, forms, posts and flows: `npm run docs`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { composeSettings } from "./compose-settings.ts";
import { configurationPage } from "./configuration-table.ts";
import { contractFiles } from "./contract/contract-files.ts";
import { kitsPage } from "./kits-page.ts";

writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
writeFileSync(new URL("../deploy/portal.env", import.meta.url), composeSettings());
const kits = new URL("../docs/kits.md", import.meta.url);
writeFileSync(kits, kitsPage(readFileSync(kits, "utf8")));
for (const [path, text] of Object.entries(await contractFiles())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
}
