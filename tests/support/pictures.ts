import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { expect } from "vitest";

const folder = new URL("../e2e/pictures/", import.meta.url).pathname;
const kept = "test-results/pictures";
/** The tolerance of colours, from 0 to 1, since browser versions draw letters slightly differently. */
const COLOUR = 0.2;
/** How many of 1,000 pixels may differ, and by how many pixels the size may. */
const PER_THOUSAND = 1;
const SIZE = 3;

/** True if the stored screenshots are to be replaced: `npm run pictures`. */
const isUpdate = () => expect.getState().snapshotState.snapshotUpdateState === "all";

/**
 * Compares screenshots by name with the stored ones; returns a description of each difference. The new screenshot and
 * the difference are written to test-results/pictures. A stored one that is not in `taken` is a difference, too.
 */
export function comparePictures(taken: ReadonlyMap<string, PNG>): string[] {
  if (isUpdate()) rmSync(folder, { recursive: true, force: true });
  mkdirSync(isUpdate() ? folder : kept, { recursive: true });
  const names = isUpdate()
    ? []
    : readdirSync(folder).filter((name) => !taken.has(name.replace(/\.png$/, "")));
  const faults = names.map((name) => `${name} is a picture of nothing`);
  for (const [name, now] of taken) {
    const file = join(folder, `${name}.png`);
    if (isUpdate()) writeFileSync(file, PNG.sync.write(coarse(now), { colorType: 2 }));
    else {
      const fault = existsSync(file) ? differenceOf(name, PNG.sync.read(readFileSync(file)), now) : "is new";
      if (fault === undefined) continue;
      faults.push(`${name} ${fault}`);
      keep(name, now);
    }
  }
  return faults;
}

/** Reduces each colour to 32 shades, which halves the size of the file. */
function coarse({ width, height, data }: PNG): PNG {
  const picture = new PNG({ width, height });
  data.forEach((shade, index) => (picture.data[index] = shade & 0xf8));
  return picture;
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
  keep(`${name}-difference`, difference);
  return `differs in ${count} of ${width * height} pixels`;
}

function cut(png: PNG, width: number, height: number): Buffer {
  const part = new PNG({ width, height });
  PNG.bitblt(png, part, 0, 0, width, height, 0, 0);
  return part.data;
}

function keep(name: string, picture: PNG): void {
  writeFileSync(join(kept, `${name}.png`), PNG.sync.write(picture));
}
