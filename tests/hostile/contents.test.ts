import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { contents, countTexts, firstRows, withRows, withTexts } from "./contents.ts";
import { Probe } from "./probe.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import { changing, essentialsOf } from "../support/changed-answers.ts";
import { pagesAndFiles } from "../support/every-page.ts";
import { isLong } from "../support/long.ts";
import { processOf } from "../support/portal-process.ts";
import { residentMegabytes } from "../support/raw.ts";
import { world } from "../support/world.ts";

/** Requests at this port aren't rate-limited. */
const metricsPort = String(await freePort());
const environment = {
  RATE_LIMIT_DOWNLOADS: "100000",
  RATE_LIMIT_SEARCHES: "100000",
  METRICS_PORT: metricsPort,
};
startWithAnna({ environment });

/** The memory of objects and buffers. The process's resident memory also includes what the allocator keeps free. */
async function heapMegabytes(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1]);
  return (bytesOf("nodejs_heap_size_total_bytes") + bytesOf("nodejs_external_memory_bytes")) / 1024 ** 2;
}

/** Characters of one text, and bytes of one answer that the portal accepts. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_ANSWER_BYTES = isLong ? 3_500_000 : 1_500_000;
/** How long the portal may work on one page before it answers others. */
const MAX_BLOCK_MS = 1_000;
const MAX_PAGE_MS = 4_000;
/** Half of what compose.yaml allows. */
const MAX_MEGABYTES = 512;

/** Answers reads with the API's own answers, changed; each is created once. */
function changedAnswers(change: Parameters<typeof changing>[0]): Script {
  const answers = new Map<string, ReturnType<Script>>();
  const script = changing(change);
  return (call) => {
    const name = `${call.method} ${call.path}?${call.query}`;
    const answer = answers.get(name) ?? script(call);
    answers.set(name, answer);
    return answer;
  };
}

const hostile = (content: (length: number) => string) =>
  changedAnswers((body, { path }) => {
    const rows = firstRows(body, 3);
    const length = Math.min(
      MAX_TEXT_LENGTH,
      Math.floor(MAX_ANSWER_BYTES / (2 * Math.max(1, countTexts(rows)))),
    );
    // Without its essential fields there's no page.
    return withTexts(rows, essentialsOf(path) ?? [], content(length));
  });

const many = (rows: number, sameIds: boolean) => changedAnswers((body) => withRows(body, rows, sameIds));

let probe: Probe;
let addresses: readonly string[];
let before: number;
/** How long each page blocked the event loop, for the printed report. */
const blocks: (readonly [ms: number, address: string, what: string])[] = [];

beforeAll(async () => {
  addresses = await pagesAndFiles(anna);
  for (const address of isLong ? addresses : []) await anna.get(address);
  before = await heapMegabytes();
  probe = new Probe(world.portal.url, processOf(world.portal).pid);
}, 120_000);
afterAll(async () => {
  await probe.close();
  const worst = blocks.toSorted(([one], [other]) => other - one).slice(0, 25);
  process.stdout.write(
    `Longest blocks of the loop:\n${worst.map(([ms, ...of]) => `${Math.round(ms)} ms ${of.join(", ")}`).join("\n")}\n`,
  );
});

/** The status of a page, read to its end but not parsed, because the time to parse hostile HTML isn't the portal's. */
async function statusOf(address: string): Promise<number> {
  const headers = { cookie: `session=${anna.cookie("session")}`, "sec-fetch-dest": "document" };
  const { statusCode, body } = await request(world.portal.url + address, { headers });
  await body.dump({ limit: Infinity });
  return statusCode;
}

/** Opens pages while the API answers by the script; returns what was wrong. */
async function problemsOfPages(script: Script, what: string, opened = addresses): Promise<string[]> {
  const problems: string[] = [];
  await world.api.scripted(script, async () => {
    for (const address of opened) {
      await probe.work();
      const status = await statusOf(address).catch(String);
      const { allMs, longestMs } = await probe.work();
      blocks.push([longestMs, address, what]);
      if (longestMs > MAX_BLOCK_MS)
        problems.push(`${address} held the portal up for ${Math.round(longestMs)} ms`);
      if (allMs > MAX_PAGE_MS) problems.push(`${address} was work for ${Math.round(allMs)} ms`);
      if (typeof status === "string" || status === 500) problems.push(`${address} answered ${status}`);
    }
  });
  return problems;
}

/** The long run uses all contents and checks memory; others use a mix of the two that once blocked the longest. */
const usualContent = "nested tags and escapes";
const chosenContents = Object.entries(contents).filter(([name]) => isLong || name === usualContent);

it.each(chosenContents)(
  "every page, with texts of 200 KB of %s, doesn't block the portal",
  async (name, content) => {
    expect(await problemsOfPages(hostile(content), name)).toEqual([]);
  },
  300_000,
);

/** With long lists the usual run opens those that work on all rows: search, sums, a choice, a page of a list, a file of it. */
const workOnAllRows = [
  "/dashboard",
  "/search?q=har",
  "/invoices?search=har",
  "/invoices/make-a-payment",
  "/invoices/statement",
  "/account/contacts/roles",
  "/account/locations",
  "/products/quotes/export.csv",
  "/coming-up",
  "/coming-up/calendar.ics",
];

it.each(
  [
    ["of 6,000 rows", 6_000, false],
    ["of 6,000 rows with one id", 6_000, true],
    ["of 20,000 rows", 20_000, false],
  ].slice(isLong ? 0 : -1) as [string, number, boolean][],
)(
  "pages, with lists %s, doesn't block the portal",
  async (name, rows, sameIds) => {
    const opened = isLong ? addresses : workOnAllRows;
    expect(await problemsOfPages(many(rows, sameIds), name, opened)).toEqual([]);
  },
  600_000,
);

if (isLong)
  it("memory is released within a minute", async () => {
    // V8 releases memory while it's idle.
    await probe.close();
    const until = performance.now() + 60_000;
    while ((await heapMegabytes()) > before * 1.2 && performance.now() < until) await wait(500);
    const [after, resident] = [await heapMegabytes(), await residentMegabytes(processOf(world.portal).pid)];
    process.stdout.write(
      `Heap: ${Math.round(before)} MB before, ${Math.round(after)} MB after; resident ${Math.round(resident)} MB\n`,
    );
    expect(after).toBeLessThan(before * 1.2);
    expect(resident).toBeLessThan(MAX_MEGABYTES);
  }, 90_000);
