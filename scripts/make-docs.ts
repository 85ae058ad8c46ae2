/** Writes what the documentation takes from the code: `npm run docs`. */
import { writeFileSync } from "node:fs";
import { configurationPage } from "./configuration-table.ts";

writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
