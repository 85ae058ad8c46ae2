/**
 * Writes whatever is generated from the code: the configuration table, the settings for compose.yaml, the contract, the
 * samples and line counts in docs/kits.md and CONTRIBUTING.md, and the table of all forms in docs/forms.md: `npm run
 * docs`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { composeSettings } from "./compose-settings.ts";
import { configurationPage } from "./configuration-table.ts";
import { contractFiles } from "./contract/contract-files.ts";
import { formsPage } from "./forms-table.ts";
import { kitsPage } from "./kits-page.ts";

writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
writeFileSync(new URL("../deploy/portal.env", import.meta.url), composeSettings());
for (const name of ["docs/kits.md", "CONTRIBUTING.md"]) {
  const page = new URL(`../${name}`, import.meta.url);
  writeFileSync(page, kitsPage(readFileSync(page, "utf8")));
}
const forms = new URL("../docs/forms.md", import.meta.url);
writeFileSync(forms, await formsPage(readFileSync(forms, "utf8")));
for (const [path, text] of Object.entries(await contractFiles())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
}
