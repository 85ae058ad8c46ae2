import { launch } from "chrome-launcher";
import lighthouse, { type Config } from "lighthouse";
import { findChromium } from "../../scripts/find-programs.ts";
import { onAllCores } from "../cores.ts";
import { median, times, type Finding, type Measure } from "../measure.ts";
import { pages } from "../pages.ts";
import type { Stage } from "../stage.ts";

const RUNS = 3;
/** Sometimes Lighthouse can't record a page that loads fast, and asks to be run again. */
const MAX_FAILURES = 3;
const MIN_PERFORMANCE = 95;

/** Lighthouse's result: scores of 0 to 100, milliseconds, and the cumulative layout shift. */
interface Visit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly paintMs: number;
  readonly shift: number;
  readonly blockingMs: number;
  /** The audits that cost points, by category and name. */
  readonly faults: readonly string[];
}

/** Lighthouse on a simulated phone, each time with an empty cache. */
export const web: Measure = async (stage, { progress }) =>
  onAllCores(stage.cores, async () => {
    const template = await stage.startTemplate();
    const baseline = await medianVisit(template.url, undefined, (text) => progress(`template: ${text}`));
    await stage.stop(template);
    return [
      { what: "Lighthouse: the template", measured: inWords(baseline), figures: baseline },
      ...(await findingsOf(stage, baseline, progress)),
    ];
  });

async function findingsOf(stage: Stage, baseline: Visit, progress: (text: string) => void) {
  const portal = await stage.startPortal({ upstreamAnswers: "pages" });
  const findings: Finding[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const cookie = path === pages["sign-in"] ? undefined : portal.cookie;
    const visit = await medianVisit(portal.url + path, cookie, (text) => progress(`${name}: ${text}`));
    findings.push(finding(name, visit, baseline));
  }
  await stage.stop(portal);
  return findings;
}

function finding(name: string, visit: Visit, baseline: Visit): Finding {
  const paint = visit.paintMs / baseline.paintMs;
  const met =
    visit.performance >= MIN_PERFORMANCE && visit.accessibility === 100 && visit.bestPractices === 100;
  return {
    what: `Lighthouse: ${name}`,
    target: `≥ ${MIN_PERFORMANCE} / 100 / 100`,
    measured: `${inWords(visit)} (${times(paint)})`,
    met,
    figures: visit,
  };
}

/** The figures as a line of text. */
const inWords = ({ performance, accessibility, bestPractices, paintMs, shift, blockingMs }: Visit) =>
  `${performance} / ${accessibility} / ${bestPractices}, CLS ${shift.toFixed(4)}, TBT ${blockingMs.toFixed(0)} ms, LCP ${paintMs.toFixed(0)} ms`;

/** Visits a page several times; returns each figure's median and all visits' faults. */
async function medianVisit(
  url: string,
  cookie: string | undefined,
  progress: (text: string) => void,
): Promise<Visit> {
  const visits: Visit[] = [];
  let failures = 0;
  while (visits.length < RUNS) {
    const visit = await visitPage(url, cookie).catch((error: unknown) => {
      failures += 1;
      if (failures > MAX_FAILURES) throw error;
      progress(String(error));
    });
    if (!visit) continue;
    visits.push(visit);
    progress(`${inWords(visit)}${visit.faults.map((fault) => ` · ${fault}`).join("")}`);
  }
  const medianOf = (figureOf: (visit: Visit) => number) => median(visits.map(figureOf));
  return {
    performance: medianOf((visit) => visit.performance),
    accessibility: medianOf((visit) => visit.accessibility),
    bestPractices: medianOf((visit) => visit.bestPractices),
    paintMs: medianOf((visit) => visit.paintMs),
    shift: medianOf((visit) => visit.shift),
    blockingMs: medianOf((visit) => visit.blockingMs),
    faults: [...new Set(visits.flatMap(({ faults }) => faults))],
  };
}

const config: Config = {
  extends: "lighthouse:default",
  settings: {
    formFactor: "mobile",
    throttlingMethod: "simulate",
    onlyCategories: ["performance", "accessibility", "best-practices"],
    // Only measures this machine: the template would load a font from Google.
    blockedUrlPatterns: ["https://*"],
  },
};

/** One visit in a new browser profile, which is deleted afterwards. Throws if Lighthouse fails. */
async function visitPage(url: string, cookie: string | undefined): Promise<Visit> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
    logLevel: "silent",
  });
  try {
    // As a header, because Lighthouse deletes the browser's cookies before a visit.
    const extraHeaders: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
    const result = await lighthouse(url, { port: chrome.port, logLevel: "silent", extraHeaders }, config);
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
    return readReport(result.lhr);
  } finally {
    chrome.kill();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function readReport({ requestedUrl, finalDisplayedUrl, runtimeError, categories, audits }: Report): Visit {
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
