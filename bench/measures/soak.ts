import { setTimeout as pause } from "node:timers/promises";
import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider } from "#provider/start.ts";
import { startRedis } from "#server/session/testing/redis-server.ts";
import { freePort } from "#server/testing/free-port.ts";
import { startNginx } from "../../tests/cluster/nginx.ts";
import { PortalProcess } from "../../tests/support/portal-process.ts";
import { residentMegabytes } from "../../tests/support/raw.ts";
import { emails } from "../../tests/support/signed-in.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { median, megabytes, times, type Finding, type Measure, type Settings } from "../measure.ts";
import { browse, emptyTally, signIn, type Tally } from "../soak/browser.ts";
import { HubProxy } from "../soak/hub-proxy.ts";
import { ReconnectingStreams } from "../soak/streams.ts";

const BROWSERS = 200;
const STREAMS = 2_000;
/** The portal's limit. Sessions beyond the number of browsers only have open streams. */
const STREAMS_PER_SESSION = 3;
const SESSIONS = Math.ceil(STREAMS / STREAMS_PER_SESSION);
const WARM_UP_MS = 2 * 60_000;
/** Longer than nginx and the portal keep an idle connection. */
const SETTLE_MS = 90_000;
const HUB_CUT_EVERY_MS = 60_000;
const LIVE_EVENT_EVERY_MS = 1_000;
const PARALLEL_SIGN_INS = 4;
const STREAM_BATCH_SIZE = 50;
const MAX_GROWTH = 1.1;

/** Two portals with 200 browsers and 2,000 streams. The hub is cut off every minute, and halfway through, one portal is replaced. */
export const soak: Measure = async (_stage, settings) => {
  const stops: (() => unknown)[] = [];
  try {
    return await run(settings, (stop) => void stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
  }
};

async function run({ minutes, progress }: Settings, onEnd: (stop: () => unknown) => void) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const redis = await startRedis();
  onEnd(() => redis.stop());
  const provider = await startProvider({ portalUrl: url });
  onEnd(() => provider.close());
  const hub = await HubProxy.start(provider.url);
  onEnd(() => hub.close());
  const start = async (ownPort: number) => {
    const portal = await PortalProcess.start(url, environmentOf(provider.url, hub.url, redis.url, ownPort));
    onEnd(() => portal.stop());
    return portal;
  };
  const [keptPortal, oldPortal] = [await start(ports[0]), await start(ports[1])];
  const nginx = await startNginx(port, ports, 2 * (BROWSERS + STREAMS));
  onEnd(() => nginx.stop());

  const visitors = Array.from({ length: SESSIONS }, () => new Visitor(url));
  await inBatches(visitors, (visitor) => signIn(visitor, emails.anna));
  progress(`${SESSIONS} sessions`);

  const raise = () => provider.raise({ kind: "line-check", clientId: "1001" });
  await load(url, visitors, hub, WARM_UP_MS, raise);
  const before = await atRest(keptPortal);
  progress(`at rest: ${megabytes(before.rss)}, heap ${megabytes(before.heap)}, ${before.open.join(", ")}`);

  const durationMs = minutes * 60_000;
  const replacePortal = async () => {
    await pause(durationMs / 2);
    const newPortal = await start(ports[2]);
    const code = await oldPortal.stop();
    progress(`one portal is replaced; the old one ended with ${code}`);
    return newPortal;
  };
  const [replacement, { tally, streams }] = await Promise.all([
    replacePortal(),
    load(url, visitors, hub, durationMs, raise),
  ]);
  const after = await atRest(keptPortal);
  progress(`at rest: ${megabytes(after.rss)}, heap ${megabytes(after.heap)}, ${after.open.join(", ")}`);
  const errors = [keptPortal, oldPortal, replacement].flatMap(({ log }) =>
    log.filter(({ level }) => level === "error"),
  );
  const wrong = [...tally.unexpected, ...errors.map(({ msg }) => `logged: ${msg}`)];
  for (const [text, count] of mostFrequent(wrong)) progress(`${count} × ${text}`);
  return findings({ minutes, tally, streams, before, after, wrong });
}

/** The ten most frequent, each as its first line without the numbers that differ each time. */
function mostFrequent(texts: readonly string[]): readonly (readonly [string, number])[] {
  const kindOf = (text: string) =>
    text
      .replace(/\n[^]*/, "")
      .replace(/\d{4,}/g, "…")
      .slice(0, 200);
  return [...Map.groupBy(texts, kindOf)]
    .map(([kind, { length }]) => [kind, length] as const)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 10);
}

interface RestingState {
  /** Resident memory in bytes, and how much of it V8 uses: its heap, and buffers outside it. */
  readonly rss: number;
  readonly heap: number;
  readonly buffers: number;
  /** What keeps the event loop alive, sorted. */
  readonly open: readonly string[];
}

/** The portal's memory and open resources once idle connections have ended and garbage has been collected. */
async function atRest(portal: PortalProcess): Promise<RestingState> {
  await pause(SETTLE_MS);
  process.kill(portal.pid, "SIGUSR2");
  await pause(2_000);
  process.kill(portal.pid, "SIGUSR2");
  await pause(2_000);
  const state = portal.log.findLast(({ msg }) => msg === "resources") as
    { open: string[]; heapUsed: number; external: number } | undefined;
  if (!state) throw new Error("the portal did not log its open resources");
  return {
    rss: (await residentMegabytes(portal.pid)) * 1024 ** 2,
    heap: state.heapUsed,
    buffers: state.external,
    open: state.open.toSorted(),
  };
}

interface LoadResult {
  readonly tally: Tally;
  readonly streams: { readonly open: number; readonly cameBack: number };
}

/** Runs browsers, streams, live events and hub outages for `ms`. They've all ended when it resolves. */
async function load(
  url: string,
  visitors: readonly Visitor[],
  hub: HubProxy,
  ms: number,
  raise: () => void,
): Promise<LoadResult> {
  const tally = emptyTally();
  const endSignal = AbortSignal.timeout(ms);
  const streams = new ReconnectingStreams(url);
  for (let index = 0; index < STREAMS; index += 1) {
    if (index % STREAM_BATCH_SIZE === 0) await pause(100);
    streams.add(visitors[index % visitors.length]?.cookie("session") ?? "");
  }
  const cutTimer = setInterval(() => hub.cut(), HUB_CUT_EVERY_MS);
  const eventTimer = setInterval(raise, LIVE_EVENT_EVERY_MS);
  await Promise.all(visitors.slice(0, BROWSERS).map((visitor) => browse(visitor, tally, endSignal)));
  clearInterval(cutTimer);
  clearInterval(eventTimer);
  const open = streams.openCount;
  if (open < STREAMS) tally.unexpected.push(`${open} of ${STREAMS} streams are open at the end`);
  tally.unexpected.push(...streams.refusals);
  streams.close();
  return { tally, streams: { open, cameBack: streams.reconnections } };
}

function findings(
  result: LoadResult & {
    minutes: number;
    before: RestingState;
    after: RestingState;
    wrong: readonly string[];
  },
): Finding[] {
  const { minutes, tally, streams, before, after, wrong } = result;
  const growth = after.rss / before.rss;
  const moreResources = after.open.length - before.open.length;
  const { requests, posts, uploads } = tally;
  return [
    {
      what: `Memory at rest after ${minutes} minutes of ${BROWSERS} browsers and ${STREAMS} streams`,
      target: `≤ ${times(MAX_GROWTH)}`,
      measured: `${times(growth)} (${megabytes(before.rss)} → ${megabytes(after.rss)})`,
      met: growth <= MAX_GROWTH,
    },
    {
      what: "  of it V8's heap, and buffers outside of it",
      measured: `${megabytes(before.heap)} → ${megabytes(after.heap)}, ${megabytes(before.buffers)} → ${megabytes(after.buffers)}`,
    },
    {
      what: "  sockets, timers and other things that are open then, more than before",
      target: "0",
      measured: `${moreResources} (${before.open.length} → ${after.open.length})`,
      met: moreResources <= 0,
      figures: { before: before.open, after: after.open },
    },
    {
      what: "  answers and log lines that were not as they should be",
      target: "0",
      measured: String(wrong.length),
      met: wrong.length === 0,
      figures: wrong.slice(0, 100),
    },
    {
      what: "  what was done: requests, replies, with a file; median answer; streams open at its end, and that came back",
      measured: `${requests}, ${posts}, ${uploads}; ${median(tally.durationsMs).toFixed(0)} ms; ${streams.open}, ${streams.cameBack}`,
    },
  ];
}

function environmentOf(provider: string, hub: string, redis: string, port: number): Record<string, string> {
  const settings = portalSettings(provider);
  return {
    ...settings,
    PORTAL_HUB_URL: (
      settings["PORTAL_HUB_URL"] ?? `${settings["PORTAL_API_URL"]}/Hub/myportalalerts`
    ).replace(provider, hub),
    SESSION_SECRET: "a-secret-for-measures-only-0123456789abcdef",
    SESSION_STORE: redis,
    ENVIRONMENT: "test",
    DEMO: "1",
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
    LIVE_STREAMS_PER_PERSON: "20000",
    // A stream doesn't keep its session alive.
    SESSION_IDLE_MINUTES: "240",
    RATE_LIMIT_SIGN_INS: "100000",
    RATE_LIMIT_ANONYMOUS_POSTS: "100000",
    DRAIN_DELAY_MS: "2000",
    PORT: String(port),
    NODE_OPTIONS: "--expose-gc --import ./bench/collect-garbage.ts",
  };
}

async function inBatches<Item>(items: readonly Item[], each: (item: Item) => Promise<void>) {
  for (let from = 0; from < items.length; from += PARALLEL_SIGN_INS)
    await Promise.all(items.slice(from, from + PARALLEL_SIGN_INS).map((item) => each(item)));
}
