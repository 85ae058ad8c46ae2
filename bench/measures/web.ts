import { launch } from "chrome-launcher";
import lighthouse, { type Config } from "lighthouse";
import { findChromium } from "../../scripts/find-programs.ts";
import { onAllCores } from "../cores.ts";
import { median, times, type Finding, type Measure } from "../measure.ts";
import type { Stage } from "../stage.ts";

const RUNS = 3;
const LEAST_PERFORMANCE = 99;
const MOST_PAINT = 1.2;
const MOST_BLOCKING_MS = 50;

const pages = {
  "sign-in": "/login",
  dashboard: "/dashboard",
  invoices: "/invoices",
  pay: "/invoices/make-a-payment",
  "contact form": "/account/contacts/new",
  ticket: "/tickets/7",
} as const;

/** What Lighthouse found: scores of 0 to 100, milliseconds, the shift as it counts it. */
interface Look {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly paintMs: number;
  readonly shift: number;
  readonly blockingMs: number;
  /** The audits that cost points, by category and name. */
  readonly faults: readonly string[];
}

/** Lighthouse on a phone of its own making (simulated throttling), each time with an empty cache. */
export const web: Measure = async (stage, { progress }) =>
  onAllCores(stage.cores, async () => {
    const template = await stage.startTemplate();
    const floor = await seen(template.url, undefined, (text) => progress(`template: ${text}`));
    await stage.stop(template);
    return [
      { what: "Lighthouse: the template", measured: told(floor), figures: floor },
      ...(await findingsOf(stage, floor, progress)),
    ];
  });

async function findingsOf(stage: Stage, floor: Look, progress: (text: string) => void) {
  const portal = await stage.startPortal({ has: "pages" });
  const findings: Finding[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const cookie = path === pages["sign-in"] ? undefined : portal.cookie;
    const look = await seen(portal.url + path, cookie, (text) => progress(`${name}: ${text}`));
    findings.push(finding(name, look, floor));
  }
  await stage.stop(portal);
  return findings;
}

function finding(name: string, look: Look, floor: Look): Finding {
  const paint = look.paintMs / floor.paintMs;
  const met =
    look.performance >= LEAST_PERFORMANCE &&
    look.accessibility === 100 &&
    look.bestPractices === 100 &&
    paint <= MOST_PAINT &&
    look.shift === 0 &&
    look.blockingMs <= MOST_BLOCKING_MS;
  return {
    what: `Lighthouse: ${name}`,
    target: `≥ ${LEAST_PERFORMANCE} / 100 / 100, LCP ≤ ${times(MOST_PAINT)}, CLS 0, TBT ≤ ${MOST_BLOCKING_MS} ms`,
    measured: `${told(look)} (${times(paint)})`,
    met,
    figures: look,
  };
}

/** The scores, the largest paint, the shift, the blocking time. */
const told = ({ performance, accessibility, bestPractices, paintMs, shift, blockingMs }: Look) =>
  `${performance} / ${accessibility} / ${bestPractices}, CLS ${shift.toFixed(4)}, TBT ${blockingMs.toFixed(0)} ms, LCP ${paintMs.toFixed(0)} ms`;

/** Visits the page some times: the median of each figure, and the faults of any visit. */
async function seen(
  url: string,
  cookie: string | undefined,
  progress: (text: string) => void,
): Promise<Look> {
  const all: Look[] = [];
  while (all.length < RUNS) {
    const look = await lookAt(url, cookie);
    all.push(look);
    progress(`${told(look)}${look.faults.map((fault) => ` · ${fault}`).join("")}`);
  }
  const middle = (of: (look: Look) => number) => median(all.map(of));
  return {
    performance: middle((look) => look.performance),
    accessibility: middle((look) => look.accessibility),
    bestPractices: middle((look) => look.bestPractices),
    paintMs: middle((look) => look.paintMs),
    shift: middle((look) => look.shift),
    blockingMs: middle((look) => look.blockingMs),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  };
}

const config: Config = {
  extends: "lighthouse:default",
  settings: {
    formFactor: "mobile",
    throttlingMethod: "simulate",
    onlyCategories: ["performance", "accessibility", "best-practices"],
    // No other machine takes part: the template asks for a font of Google's.
    blockedUrlPatterns: ["https://*"],
  },
};

/** One visit with a profile of its own, which is deleted afterwards. Throws where Lighthouse could not judge the page. */
async function lookAt(url: string, cookie: string | undefined): Promise<Look> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
    logLevel: "silent",
  });
  try {
    // As a header: what Lighthouse clears before a visit holds the browser's cookies.
    const extraHeaders: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
    const result = await lighthouse(url, { port: chrome.port, logLevel: "silent", extraHeaders }, config);
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
    return lookOf(result.lhr);
  } finally {
    chrome.kill();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function lookOf({ requestedUrl, finalDisplayedUrl, runtimeError, categories, audits }: Report): Look {
  if (runtimeError) throw new Error(`${requestedUrl}: ${runtimeError.message}`);
  if (requestedUrl !== finalDisplayedUrl) throw new Error(`${requestedUrl} led to ${finalDisplayedUrl}`);
  const score = (category: string) => Math.round((categories[category]?.score ?? NaN) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    paintMs: value("largest-contentful-paint"),
    shift: value("cumulative-layout-shift"),
    blockingMs: value("total-blocking-time"),
    faults: Object.entries(categories).flatMap(([category, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}: ${id}`),
    ),
  };
}
