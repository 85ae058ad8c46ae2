import fc from "fast-check";
import { isLong } from "./long.ts";

// Properties are tested with the same values each time; the long run looks for new ones.
if (!isLong) fc.configureGlobal({ seed: 20_261_127 });
