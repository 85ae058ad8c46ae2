import { load, type Load, type LoadOptions } from "../load.ts";
import {
  measureAlternately,
  median,
  medians,
  ratios,
  times,
  type Finding,
  type Measure,
  type Pair,
} from "../measure.ts";
import type { RunningServer } from "../stage.ts";

const MIN_RATIO = 0.2;
/** Longer than the template's timers, so that the garbage they hold on to counts. */
const SECONDS = 8;
const GZIP_PAIRS = 2;
const WARM_UP_REQUESTS = 3_000;
/** If its share of its core is smaller than this, other processes slowed the server down. */
const MIN_BUSY_SHARE = 0.8;

/** A server's page, and the headers for requesting it. */
interface Side {
  readonly server: RunningServer;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests per second for the signed-in dashboard and for the template's empty page, in turn on the same core. */
export const throughput: Measure = async (stage, { pairs, progress }) => {
  const template = await stage.startTemplate();
  const portal = await stage.startPortal();
  const sidesWith = (headers: Side["headers"]): Pair<Side> => ({
    ours: { server: portal, url: `${portal.url}/dashboard`, headers: { ...headers, cookie: portal.cookie } },
    theirs: { server: template, url: `${template.url}/`, headers },
  });
  const run = ({ server, url, headers }: Side, amount: LoadOptions["amount"]) =>
    load(server.child, stage.cores, { url, headers, amount });
  const alternate = (count: number, headers: Side["headers"]) =>
    measureAlternately(
      count,
      sidesWith(headers),
      (side) => run(side, { seconds: SECONDS }),
      (pair) => progress(`${medians([pair], perSecond)} requests/s`),
    );
  // Warms up until V8 has compiled hot code.
  await measureAlternately(
    1,
    sidesWith({}),
    (side) => run(side, { requests: WARM_UP_REQUESTS }),
    () => undefined,
  );
  const plain = await alternate(pairs, {});
  const zipped = await alternate(Math.min(GZIP_PAIRS, pairs), { "accept-encoding": "gzip" });
  await Promise.all([stage.stop(template), stage.stop(portal)]);
  const ratio = median(ratios(plain, perSecond));
  return [
    {
      what: "Dashboard requests per second",
      target: `≥ ${MIN_RATIO} × template's empty page`,
      measured: `${times(ratio)} (${medians(plain, perSecond)}, ${plain.length} pairs)`,
      met: ratio >= MIN_RATIO,
      figures: plain,
    },
    ratioOf(
      "  the same by processor time for each request",
      ratios(plain, (load) => 1 / load.cpuMs),
    ),
    ratioOf("  the same with gzip", ratios(zipped, perSecond)),
    bottleneckFinding(plain),
  ];
};

const perSecond = (load: Load) => load.perSecond;

/** A finding with all pairs' ratios and their median. */
const ratioOf = (what: string, pairRatios: readonly number[]): Finding => ({
  what,
  measured: `${times(median(pairRatios))} (${pairRatios.map((ratio) => ratio.toFixed(2)).join(" ")})`,
});

/** Says whether the server was the bottleneck: if it was busy for much less than the whole time, other processes used its core. */
function bottleneckFinding(pairs: readonly Pair<Load>[]): Finding {
  const isCrowded = pairs.some(({ ours, theirs }) => Math.min(ours.busy, theirs.busy) < MIN_BUSY_SHARE);
  const figures = [
    medians(pairs, (load) => load.cpuMs, 2),
    medians(pairs, (load) => load.busy, 2),
    medians(pairs, (load) => load.p99Ms),
  ];
  return {
    what: "  processor ms each · core's busy share · p99 ms",
    measured: figures.join(" · ") + (isCrowded ? " · crowded: run again" : ""),
  };
}
