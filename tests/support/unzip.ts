import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;

/** The entries of a ZIP by name, read from its central directory. Throws for an incomplete ZIP. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error("no whole ZIP");
  const entries = new Map<string, Buffer>();
  let offset = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    if (zip.readUInt32LE(offset) !== ENTRY) throw new Error("no directory entry");
    const [compressedSize, nameLength] = [zip.readUInt32LE(offset + 20), zip.readUInt16LE(offset + 28)];
    const local = zip.readUInt32LE(offset + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + compressedSize);
    const isCompressed = zip.readUInt16LE(offset + 10) === 8;
    const name = zip.toString("utf8", offset + 46, offset + 46 + nameLength);
    entries.set(name, isCompressed ? inflateRawSync(bytes) : bytes);
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return entries;
}
