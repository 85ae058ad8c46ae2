import type { Cores } from "../cores.ts";
import { load, type Load, type LoadOptions } from "../load.ts";
import { median, times, type Finding, type Measure } from "../measure.ts";
import { signIn, type Served } from "../stage.ts";

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

interface Pair {
  readonly ours: Load;
  readonly theirs: Load;
}

/** Requests per second of the signed-in dashboard and of the template's empty page, in turns on the same core. */
export const throughput: Measure = async (stage, { pairs, progress }) => {
  const template = await stage.startTemplate();
  const portal = await stage.startPortal();
  const ours = await dashboardOf(portal);
  const theirs: Side = { served: template, url: `${template.url}/`, headers: {} };
  await warmUp([ours, theirs], stage.cores);
  const plain = await alternate(ours, theirs, stage.cores, pairs, progress);
  const gzip = (side: Side): Side => ({ ...side, headers: { ...side.headers, "accept-encoding": "gzip" } });
  const zipped = await alternate(
    gzip(ours),
    gzip(theirs),
    stage.cores,
    Math.min(GZIP_PAIRS, pairs),
    progress,
  );
  await Promise.all([stage.stop(template), stage.stop(portal)]);
  return [
    targeted(plain),
    ratioOf("  the same by processor time for each request", plain, (one) => 1 / one.cpuMs),
    ratioOf("  the same with gzip", zipped, (one) => one.perSecond),
    explained(plain),
  ];
};

/** The signed-in dashboard of a portal. */
async function dashboardOf(portal: Served): Promise<Side> {
  const url = `${portal.url}/dashboard`;
  return { served: portal, url, headers: { cookie: (await signIn(portal)).cookie } };
}

/** Loads each until V8 has compiled what is hot. */
async function warmUp(sides: readonly Side[], cores: Cores | undefined): Promise<void> {
  for (const side of sides) await runOf(side, cores, { requests: WARM_UP_REQUESTS });
}

/** Runs of the one and of the other in turns. */
async function alternate(
  ours: Side,
  theirs: Side,
  cores: Cores | undefined,
  count: number,
  progress: (text: string) => void,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const pair = {
      ours: await runOf(ours, cores, { seconds: SECONDS }),
      theirs: await runOf(theirs, cores, { seconds: SECONDS }),
    };
    pairs.push(pair);
    progress(
      `pair ${pairs.length}: ${pair.ours.perSecond.toFixed(0)} / ${pair.theirs.perSecond.toFixed(0)} requests/s`,
    );
  }
  return pairs;
}

function runOf(
  { served, url, headers }: Side,
  cores: Cores | undefined,
  amount: LoadOptions["amount"],
): Promise<Load> {
  return load(served.child, cores, { url, headers, amount });
}

/** The median of the pairs' ratios, and each. */
function ratioOf(what: string, pairs: readonly Pair[], figure: (load: Load) => number): Finding {
  const ratios = pairs.map(({ ours, theirs }) => figure(ours) / figure(theirs));
  return {
    what,
    measured: `${times(median(ratios))} (${ratios.map((ratio) => ratio.toFixed(2)).join(" ")})`,
  };
}

function targeted(pairs: readonly Pair[]): Finding {
  const ratio = median(pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
  const middle = (side: keyof Pair) => median(pairs.map((pair) => pair[side].perSecond)).toFixed(0);
  return {
    what: "Dashboard requests per second",
    target: `≥ ${LEAST} × template's empty page`,
    measured: `${times(ratio)} (${middle("ours")} / ${middle("theirs")}, ${pairs.length} pairs)`,
    met: ratio >= LEAST,
    figures: pairs,
  };
}

/** Says whether the server was what limited it: a busy share well below 1 means that others took the core. */
function explained(pairs: readonly Pair[]): Finding {
  const middle = (figure: keyof Load, digits: number) =>
    (["ours", "theirs"] as const)
      .map((side) => median(pairs.map((pair) => pair[side][figure])).toFixed(digits))
      .join(" / ");
  const isCrowded = pairs.some(({ ours, theirs }) => Math.min(ours.busy, theirs.busy) < CROWDED);
  return {
    what: "  processor ms each · core's busy share · p99 ms",
    measured: `${middle("cpuMs", 2)} · ${middle("busy", 2)} · ${middle("p99Ms", 0)}${isCrowded ? " · crowded: run again" : ""}`,
  };
}
