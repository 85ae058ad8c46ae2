import { load, type Load, type LoadOptions } from "../load.ts";
import {
  inTurns,
  median,
  medians,
  ratios,
  times,
  type Finding,
  type Measure,
  type Pair,
} from "../measure.ts";
import type { Served } from "../stage.ts";

const LEAST = 0.2;
/** Longer than the template's timers run, so that what they hold back counts. */
const SECONDS = 8;
const GZIP_PAIRS = 2;
const WARM_UP_REQUESTS = 3_000;
/** A server that had less of its core than this shared it with others, and the figures mean little. */
const CROWDED = 0.8;

/** A page of a server, and who asks for it. */
interface Side {
  readonly served: Served;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests per second of the signed-in dashboard and of the template's empty page, in turns on the same core. */
export const throughput: Measure = async (stage, { pairs, progress }) => {
  const template = await stage.startTemplate();
  const portal = await stage.startPortal();
  const sidesWith = (headers: Side["headers"]): Pair<Side> => ({
    ours: { served: portal, url: `${portal.url}/dashboard`, headers: { ...headers, cookie: portal.cookie } },
    theirs: { served: template, url: `${template.url}/`, headers },
  });
  const run = ({ served, url, headers }: Side, amount: LoadOptions["amount"]) =>
    load(served.child, stage.cores, { url, headers, amount });
  const alternate = (count: number, headers: Side["headers"]) =>
    inTurns(
      count,
      sidesWith(headers),
      (side) => run(side, { seconds: SECONDS }),
      (pair) => progress(`${medians([pair], perSecond)} requests/s`),
    );
  // Until V8 has compiled what is hot.
  await inTurns(
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
      target: `≥ ${LEAST} × template's empty page`,
      measured: `${times(ratio)} (${medians(plain, perSecond)}, ${plain.length} pairs)`,
      met: ratio >= LEAST,
      figures: plain,
    },
    ratioOf(
      "  the same by processor time for each request",
      ratios(plain, (one) => 1 / one.cpuMs),
    ),
    ratioOf("  the same with gzip", ratios(zipped, perSecond)),
    explained(plain),
  ];
};

const perSecond = (one: Load) => one.perSecond;

/** The median of the pairs' ratios, and each. */
const ratioOf = (what: string, each: readonly number[]): Finding => ({
  what,
  measured: `${times(median(each))} (${each.map((ratio) => ratio.toFixed(2)).join(" ")})`,
});

/** Says whether the server was what limited it: a busy share well below 1 means that others took the core. */
function explained(pairs: readonly Pair<Load>[]): Finding {
  const isCrowded = pairs.some(({ ours, theirs }) => Math.min(ours.busy, theirs.busy) < CROWDED);
  const figures = [
    medians(pairs, (one) => one.cpuMs, 2),
    medians(pairs, (one) => one.busy, 2),
    medians(pairs, (one) => one.p99Ms),
  ];
  return {
    what: "  processor ms each · core's busy share · p99 ms",
    measured: figures.join(" · ") + (isCrowded ? " · crowded: run again" : ""),
  };
}
