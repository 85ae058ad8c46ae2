/** Writes app/ui/fonts/inter.woff2 from the installed Inter, without what no page shows: `node scripts/make-font.ts`. */
import { writeFile } from "node:fs/promises";
import { subsetInter } from "./subset-inter.ts";

await writeFile(new URL("../app/ui/fonts/inter.woff2", import.meta.url), await subsetInter());
