import { load } from "../load.ts";
import {
  measureAlternately,
  median,
  medians,
  ratios,
  times,
  type Finding,
  type Pair,
  type Settings,
} from "../measure.ts";
import type { RunningPortal, Stage } from "../stage.ts";

/** Many short rounds, so that a busy moment on the machine spoils one pair rather than the median. */
const REQUESTS = 300;
const WARM_UP_REQUESTS = 3_000;

/** The processor time for a dashboard request at two portals. */
export async function dashboardTime(
  what: string,
  stage: Stage,
  sides: Pair<RunningPortal>,
  { pairs, progress }: Settings,
  maxRatio?: number,
): Promise<Finding> {
  const run = ({ child, url, cookie }: RunningPortal, requests: number) =>
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
  const ratio = median(ratios(measured, cpuMs));
  return {
    what,
    ...(maxRatio !== undefined && { target: `≤ ${maxRatio} ×`, met: ratio <= maxRatio }),
    measured: `${times(ratio)} (${medians(measured, cpuMs, 2)} ms, ${measured.length} pairs)`,
    figures: measured,
  };
}

const cpuMs = ({ cpuMs }: { readonly cpuMs: number }) => cpuMs;
