import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contents, countTexts, filled, firstRows, grown } from "./contents.ts";
import { Probe } from "./probe.ts";
import { screens } from "./screens.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall, Script } from "../support/api-tap.ts";
import { freePort } from "../support/free-port.ts";
import { isLong } from "../support/long.ts";
import { residentMegabytes } from "../support/raw.ts";
import { world } from "../support/world.ts";

/** Nobody counts these requests. */
const metricsPort = String(await freePort());
const environment = {
  RATE_LIMIT_DOWNLOADS: "100000",
  RATE_LIMIT_SEARCHES: "100000",
  METRICS_PORT: metricsPort,
};
startWithAnna({ environment });

/** What objects and buffers take. The process's own figure includes what the allocator keeps for the next ones. */
async function heapMegabytes(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1]);
  return (bytesOf("nodejs_heap_size_total_bytes") + bytesOf("nodejs_external_memory_bytes")) / 1024 ** 2;
}

/** Characters of one text, and bytes of one answer that the portal takes. */
const LONGEST = 200_000;
const ANSWER_BYTES = 3_500_000;
/** What one page may keep the portal from doing anything else, on a machine that is busy with other things. */
const LONGEST_BLOCK_MS = 1_000;
const PROMISED_MS = 8_000;
/** Half of what compose.yaml allows. */
const MOST_MEGABYTES = 512;

/** Fields that must be true (docs/essentials.md) stay as they are, since without them there is no page. */
const essentials = new Map<string, readonly string[]>(
  readFileSync("docs/essentials.md", "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, path, fields = ""] = /^\| GET (\S+) \| (.*) \|$/.exec(line) ?? [];
      return path ? [[`/${path}`, [...fields.matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field)]] : [];
    }),
);
const essentialsOf = (path: string) =>
  essentials.get(path) ?? essentials.get(path.replace(/\/[^/]+$/, "/{id}")) ?? [];

/** The API's own answers to reads, changed; each is made once. */
function changing(change: (body: unknown, call: ApiCall) => unknown): Script {
  const made = new Map<string, Promise<{ headers: Record<string, string>; body: string; status: number }>>();
  return (call) => {
    if (call.method !== "GET") return undefined;
    const name = `${call.path}?${call.query}`;
    const answer = made.get(name) ?? make(call, change);
    made.set(name, answer);
    return answer;
  };
}

async function make(call: ApiCall, change: (body: unknown, call: ApiCall) => unknown) {
  const { host: _, connection: __, ...headers } = call.headers as Record<string, string>;
  const reply = await fetch(`${world.provider.url}/api${call.path}?${call.query}`, { headers });
  const names = ["x-unread-count", "content-type"];
  const kept = names.flatMap((name) => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const text = await reply.text();
  const isJson = reply.ok && reply.headers.get("content-type")?.includes("json");
  return {
    status: reply.status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: isJson ? JSON.stringify(change(JSON.parse(text), call)) : text,
  };
}

const hostile = (content: (length: number) => string) =>
  changing((body, { path }) => {
    const some = firstRows(body, 3);
    const length = Math.min(LONGEST, Math.floor(ANSWER_BYTES / (2 * Math.max(1, countTexts(some)))));
    return filled(some, essentialsOf(path), content(length));
  });

const many = (rows: number, sameIds: boolean) => changing((body) => grown(body, rows, sameIds));

let probe: Probe;
let addresses: readonly string[];
let before: number;
/** The blocks of the loop, longest first, to be read where they are printed. */
const blocks: (readonly [ms: number, address: string, what: string])[] = [];

beforeAll(async () => {
  addresses = await screens();
  for (const address of addresses) await anna.get(address);
  before = await heapMegabytes();
  probe = new Probe(world.portal.url);
}, 120_000);
afterAll(async () => {
  await probe.close();
  const worst = blocks.toSorted(([one], [other]) => other - one).slice(0, 25);
  process.stdout.write(
    `Longest blocks of the loop:\n${worst.map(([ms, ...of]) => `${Math.round(ms)} ms ${of.join(", ")}`).join("\n")}\n`,
  );
});

/** The status of a page, read to its end; what a parser of hostile HTML costs here would be no fault of the portal. */
async function look(address: string): Promise<number> {
  const headers = { cookie: `session=${anna.cookie("session")}`, "sec-fetch-dest": "document" };
  const { statusCode, body } = await request(world.portal.url + address, { headers });
  await body.dump({ limit: Infinity });
  return statusCode;
}

/** Opens every page while the API answers by the script; what was wrong with any. */
async function visit(script: Script, what: string): Promise<string[]> {
  const wrong: string[] = [];
  await world.api.scripted(script, async () => {
    for (const address of addresses) {
      await probe.longest();
      const begun = performance.now();
      const status = await look(address).catch(String);
      const took = performance.now() - begun;
      const block = await probe.longest();
      blocks.push([block, address, what]);
      if (block > LONGEST_BLOCK_MS) wrong.push(`${address} held the portal up for ${Math.round(block)} ms`);
      if (took > PROMISED_MS) wrong.push(`${address} took ${Math.round(took)} ms`);
      if (typeof status === "string" || status === 500) wrong.push(`${address} answered ${status}`);
    }
  });
  return wrong;
}

/** The long run has them all, and the memory; others the two that once held the portal up the longest, as one. */
const usual = "nested tags and escapes";
const chosen = Object.entries(contents).filter(([name]) => isLong || name === usual);

describe("every page, with texts of 200 KB", () => {
  it.each(chosen)(
    "of %s, leaves the portal to others",
    async (name, content) => {
      expect(await visit(hostile(content), name)).toEqual([]);
    },
    300_000,
  );
});

describe("every page, with lists", () => {
  it.each(
    [
      ["of 6,000 rows", 6_000, false],
      ["of 6,000 rows with one id", 6_000, true],
      ["of 20,000 rows", 20_000, false],
    ].slice(isLong ? 0 : -1) as [string, number, boolean][],
  )(
    "%s, leaves the portal to others",
    async (name, rows, sameIds) => {
      expect(await visit(many(rows, sameIds), name)).toEqual([]);
    },
    600_000,
  );
});

if (isLong)
  it("the memory comes back within a minute", async () => {
    // V8 gives memory back while little happens.
    await probe.close();
    const until = performance.now() + 60_000;
    while ((await heapMegabytes()) > before * 1.2 && performance.now() < until) await wait(500);
    const [after, resident] = [await heapMegabytes(), await residentMegabytes(world.portal.pid)];
    process.stdout.write(
      `Heap: ${Math.round(before)} MB before, ${Math.round(after)} MB after; resident ${Math.round(resident)} MB\n`,
    );
    expect(after).toBeLessThan(before * 1.2);
    expect(resident).toBeLessThan(MOST_MEGABYTES);
  }, 90_000);
