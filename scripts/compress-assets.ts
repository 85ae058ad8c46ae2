import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Not fonts and images, which are already compressed. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/;
/** Compressing smaller files isn't worth it. */
const MIN_BYTES = 512;

/** Writes a `.br` and a `.gz` version of every built file, at the highest levels. */
for (const entry of readdirSync("build/client", { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !COMPRESSIBLE.test(file)) continue;
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) continue;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}
