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
const PER_THOUSAND = 1;
const SIZE = 3;

/** Whether pictures are taken anew: `npm run pictures`. */
const isUpdate = () => expect.getState().snapshotState.snapshotUpdateState === "all";

/**
 * Compares pictures by name with those that are kept, and says of each that differs how; the new one and what differs
 * are written to test-results/pictures. No other picture may be kept.
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

/** With 32 shades of each colour in place of 256: half as many bytes. */
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
