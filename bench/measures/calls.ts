import type { Finding, Measure } from "../measure.ts";
import { signIn, type Served, type Stage } from "../stage.ts";
import type { SeenCall } from "../upstream/upstream.ts";
import type { Visitor } from "../visitor.ts";

/** Slow enough that calls of one round overlap for certain. */
const DELAY_MS = 250;
/** How long calls after the answer may take to show up. */
const SETTLE_MS = 700;
const MOST_WARM = 4;

/** What a page asked of the upstream. */
interface PageCalls {
  /** What the page waited for, as `GET path?query`. */
  readonly awaited: readonly string[];
  /** What was still under way when the page was answered, or began later. */
  readonly besides: readonly string[];
  /** How many of them, one after the other, the page waited for. */
  readonly rounds: number;
  readonly twice: readonly string[];
}

/** The calls behind each page: how many, in how many rounds, and none twice. */
export const calls: Measure = async (stage) => {
  const portal = await stage.startPortal();
  const pages: [string, PageCalls][] = [];
  const visitor = await signIn(portal);
  await visitor.visit(`${portal.url}/dashboard`);
  const watch = async (name: string, path: string) =>
    pages.push([name, await callsOf(stage, portal, visitor, path)]);
  await watch("/dashboard (warm)", "/dashboard");
  await watch("/dashboard.data (warm)", "/dashboard.data");
  await watch("/", "/");
  await watch("/switch-account", "/switch-account");
  await watch("/not-found", "/not-found");
  await watch("/no-such-page", "/no-such-page");
  await stage.stop(portal);
  const cold = await coldDashboard(stage);
  const found = [["/dashboard (cold: new server, first page after sign-in)", cold], ...pages] as const;
  const warm = pages[0]?.[1];
  const most = warm ? warm.awaited.length + warm.besides.length : NaN;
  return [
    {
      what: "Upstream calls of a warm dashboard",
      target: `≤ ${MOST_WARM}`,
      measured: warm ? `${warm.awaited.length} awaited, ${warm.besides.length} besides` : "none seen",
      met: most <= MOST_WARM,
    },
    ...found.map(([name, page]) => finding(name, page)),
  ];
};

function finding(name: string, page: PageCalls): Finding {
  const { awaited, besides, rounds, twice } = page;
  const repeated = twice.length === 0 ? "" : `, twice: ${twice.join(" ")}`;
  return {
    what: `Upstream calls of ${name}`,
    target: "one round, none twice",
    measured: `${awaited.length} in ${rounds} round${rounds === 1 ? "" : "s"}, ${besides.length} besides${repeated}`,
    met: rounds <= 1 && twice.length === 0,
    figures: page,
  };
}

/** Of a server that has cached nothing and a session that has seen no page. */
async function coldDashboard(stage: Stage): Promise<PageCalls> {
  const portal = await stage.startPortal();
  const page = await callsOf(stage, portal, await signIn(portal), "/dashboard");
  await stage.stop(portal);
  return page;
}

async function callsOf(stage: Stage, portal: Served, visitor: Visitor, path: string): Promise<PageCalls> {
  await stage.record(DELAY_MS);
  const { requestId: id = "" } = await visitor.visit(portal.url + path);
  const answeredAt = performance.timeOrigin + performance.now();
  await pause(SETTLE_MS + DELAY_MS);
  // The feeds are asked for nobody in particular, so they carry no id.
  const seen = (await stage.stopRecording()).filter(({ requestId = id }) => requestId === id);
  const awaited = seen.filter(({ endedAt }) => endedAt <= answeredAt);
  const names = seen.map(({ call }) => call);
  return {
    awaited: awaited.map(({ call }) => call),
    besides: seen.filter((one) => !awaited.includes(one)).map(({ call }) => call),
    rounds: roundsOf(awaited),
    twice: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
}

/** A call that began when another of the page had ended belongs to a later round. */
function roundsOf(seen: readonly SeenCall[]): number {
  let rounds = 0;
  let firstEnd = -Infinity;
  for (const { startedAt, endedAt } of [...seen].sort((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= firstEnd) {
      rounds += 1;
      firstEnd = endedAt;
    } else firstEnd = Math.min(firstEnd, endedAt);
  }
  return rounds;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
