import { load } from "../load.ts";
import { measureAlternately, median, medians, ratios, times, type Measure } from "../measure.ts";

/** Runs are short and many, so that a busy moment of the machine spoils a few pairs, but not the median. */
const REQUESTS = 300;
const WARM_UP_REQUESTS = 3_000;

/** Compares the processor time of a dashboard request with that of another version, which is built in `folder`. */
export const against =
  (folder: string): Measure =>
  async (stage, { pairs, progress }) => {
    const sides = { ours: await stage.startPortal(), theirs: await stage.startPortal({ folder }) };
    const run = ({ child, url, cookie }: (typeof sides)["ours"], requests: number) =>
      load(child, stage.cores, { url: `${url}/dashboard`, headers: { cookie }, amount: { requests } });
    const alternate = (count: number, requests: number) =>
      measureAlternately(
        count,
        sides,
        (side) => run(side, requests),
        (pair) => progress(`${medians([pair], cpuMs, 2)} ms`),
      );
    await alternate(1, WARM_UP_REQUESTS);
    const measured = await alternate(pairs, REQUESTS);
    await Promise.all([stage.stop(sides.ours), stage.stop(sides.theirs)]);
    return [
      {
        what: `Processor time of a dashboard, against ${folder}`,
        measured: `${times(median(ratios(measured, cpuMs)))} (${medians(measured, cpuMs, 2)} ms, ${measured.length} pairs)`,
        figures: measured,
      },
    ];
  };

const cpuMs = ({ cpuMs }: { readonly cpuMs: number }) => cpuMs;
