import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { expect } from "vitest";

const folder = new URL("../e2e/pictures/", import.meta.url).pathname;
const outputFolder = "test-results/pictures";
/** The tolerance for colours, from 0 to 1, because browser versions draw letters slightly differently. */
const COLOUR_TOLERANCE = 0.2;
/** How many pixels in 1,000 may differ, and by how many pixels the size may. */
const MAX_PIXELS_PER_THOUSAND = 1;
const SIZE_TOLERANCE = 3;

/** True if we're replacing the stored screenshots: `npm run pictures`. */
const isUpdate = () => expect.getState().snapshotState.snapshotUpdateState === "all";

/**
 * Compares screenshots by name with the stored ones; returns a description of each difference. The new screenshot and
 * the difference are written to test-results/pictures. A stored one that isn't in `taken` is a difference too.
 */
export function comparePictures(taken: ReadonlyMap<string, PNG>): string[] {
  if (isUpdate()) rmSync(folder, { recursive: true, force: true });
  mkdirSync(isUpdate() ? folder : outputFolder, { recursive: true });
  const names = isUpdate()
    ? []
    : readdirSync(folder).filter((name) => !taken.has(name.replace(/\.png$/, "")));
  const faults = names.map((name) => `${name} is a picture of nothing`);
  for (const [name, current] of taken) {
    const file = join(folder, `${name}.png`);
    if (isUpdate()) writeFileSync(file, PNG.sync.write(reduceShades(current), { colorType: 2 }));
    else {
      const fault = existsSync(file)
        ? differenceOf(name, PNG.sync.read(readFileSync(file)), current)
        : "is new";
      if (fault === undefined) continue;
      faults.push(`${name} ${fault}`);
      writeOutput(name, current);
    }
  }
  return faults;
}

/** Reduces each colour to 32 shades, which halves the file's size. */
function reduceShades({ width, height, data }: PNG): PNG {
  const picture = new PNG({ width, height });
  data.forEach((shade, index) => (picture.data[index] = shade & 0xf8));
  return picture;
}

function differenceOf(name: string, stored: PNG, current: PNG): string | undefined {
  if (
    Math.abs(stored.width - current.width) > SIZE_TOLERANCE ||
    Math.abs(stored.height - current.height) > SIZE_TOLERANCE
  )
    return `was ${stored.width} × ${stored.height} and is ${current.width} × ${current.height}`;
  const width = Math.min(stored.width, current.width);
  const height = Math.min(stored.height, current.height);
  const difference = new PNG({ width, height });
  const [storedPixels, currentPixels] = [stored, current].map((png) => crop(png, width, height)) as [
    Buffer,
    Buffer,
  ];
  const count = pixelmatch(storedPixels, currentPixels, difference.data, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  if (count <= (width * height * MAX_PIXELS_PER_THOUSAND) / 1_000) return undefined;
  writeOutput(`${name}-difference`, difference);
  return `differs in ${count} of ${width * height} pixels`;
}

function crop(png: PNG, width: number, height: number): Buffer {
  const part = new PNG({ width, height });
  PNG.bitblt(png, part, 0, 0, width, height, 0, 0);
  return part.data;
}

function writeOutput(name: string, picture: PNG): void {
  writeFileSync(join(outputFolder, `${name}.png`), PNG.sync.write(picture));
}
