/** Writes what documentation and compose.yaml take from the code: `npm run docs`. */
import { writeFileSync } from "node:fs";
import { composeSettings } from "./compose-settings.ts";
import { configurationPage } from "./configuration-table.ts";

writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
writeFileSync(new URL("../deploy/portal.env", import.meta.url), composeSettings());
