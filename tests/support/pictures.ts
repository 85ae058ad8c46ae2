import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { expect } from "vitest";

const folder = new URL("../e2e/pictures/", import.meta.url).pathname;
const kept = "test-results/pictures";
/** How far a colour may be off, of 1: letters are drawn a little differently by every version of a browser. */
const COLOUR = 0.2;
/** How many pixels may differ beyond that, of 1,000; and by how many pixels the size. */
const PER_THOUSAND = 4;
const SIZE = 3;

/** Whether pictures are taken anew: `npm run pictures`. */
const isUpdate = () => expect.getState().snapshotState.snapshotUpdateState === "all";

/**
 * Compares pictures (PNG by name) with those that are kept, and says of each that differs how; the new one and what
 * differs are written to test-results/pictures. `look` begins the names, and no other picture of it may be kept.
 */
export function comparePictures(look: string, taken: ReadonlyMap<string, Buffer>): string[] {
  mkdirSync(folder, { recursive: true });
  const names = new Map([...taken].map(([name, png]) => [`${look}-${name}.png`, png]));
  const faults: string[] = [];
  for (const name of readdirSync(folder))
    if (name.startsWith(`${look}-`) && !names.has(name)) {
      if (isUpdate()) rmSync(join(folder, name));
      else faults.push(`${name} is a picture of nothing`);
    }
  for (const [name, png] of names) {
    const file = join(folder, name);
    const fault = existsSync(file)
      ? differenceOf(name, PNG.sync.read(readFileSync(file)), PNG.sync.read(png))
      : "is new";
    if (fault === undefined) continue;
    if (isUpdate()) writeFileSync(file, png);
    else faults.push(`${name} ${fault}`);
    if (!isUpdate()) keep(name, png);
  }
  return faults;
}

function differenceOf(name: string, before: PNG, now: PNG): string | undefined {
  if (Math.abs(before.width - now.width) > SIZE || Math.abs(before.height - now.height) > SIZE)
    return `was ${before.width} × ${before.height} and is ${now.width} × ${now.height}`;
  const width = Math.min(before.width, now.width);
  const height = Math.min(before.height, now.height);
  const difference = new PNG({ width, height });
  const [one, other] = [before, now].map((png) => cut(png, width, height)) as [Buffer, Buffer];
  const count = pixelmatch(one, other, difference.data, width, height, { threshold: COLOUR });
  if (count <= (width * height * PER_THOUSAND) / 1_000) return undefined;
  keep(`difference-${name}`, PNG.sync.write(difference));
  return `differs in ${count} of ${width * height} pixels`;
}

function cut(png: PNG, width: number, height: number): Buffer {
  const part = new PNG({ width, height });
  PNG.bitblt(png, part, 0, 0, width, height, 0, 0);
  return part.data;
}

function keep(name: string, png: Buffer): void {
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, name), png);
}
