import { randomBytes } from "node:crypto";
import { request } from "undici";
import { settledMemory } from "../child.ts";
import { inTurns, median, medians, megabytes, ratios, times, type Measure, type Pair } from "../measure.ts";
import type { Served } from "../stage.ts";
import { clientId } from "../upstream/answers.ts";

const MB = 1024 * 1024;
const LARGE_MB = 30;
const MANY = 20;
const MANY_MB = 10;
const WARM_UPS = 8;
const SAMPLE_MS = 5;
/** Above idle: for the portal, and for each upload. */
const MOST_MB = 8;
const MOST_EACH_MB = 1;
const FASTER = 4;
/** As long as browsers make it: parsers look for it in steps of its length. */
const BOUNDARY = "----WebKitFormBoundaryq7hTQ2XyWJrA9cZk";

interface Upload extends Served {
  readonly headers: Readonly<Record<string, string>>;
}

/** A large upload and many at once: memory above idle, and megabytes a second beside Remix's own parser. */
export const uploads: Measure = async (stage, { pairs, progress }) => {
  const portal = await stage.startPortal({ collects: true });
  const parser = await stage.startRemixParser();
  const { child, cookie, url } = portal;
  const ours = { child, url: `${url}/tickets/7/files`, headers: { cookie, origin: url } };
  const sides: Pair<Upload> = { ours, theirs: { ...parser, headers: {} } };
  const large = formOf(LARGE_MB);
  await inTurns(
    WARM_UPS,
    sides,
    (upload) => send(upload, large),
    () => undefined,
  );
  const costs = await inTurns(
    pairs,
    sides,
    (upload) => costOf(upload, large),
    (pair) => progress(`${medians([pair], rate)} MB/s`),
  );
  const one = await memoryOf(portal, () => send(ours, large));
  const small = formOf(MANY_MB);
  const many = await memoryOf(portal, () =>
    Promise.all(Array.from({ length: MANY }, () => send(ours, small))),
  );
  await Promise.all([stage.stop(portal), stage.stop(parser)]);
  const ratio = median(ratios(costs, rate));
  return [
    {
      what: `upload of ${LARGE_MB} MB, against Remix's multipart parser alone`,
      target: `≥ ${FASTER} ×`,
      measured: `${times(ratio)} (${medians(costs, rate)} MB/s)`,
      met: ratio >= FASTER,
      figures: costs,
    },
    {
      what: `processor time of the same`,
      measured: `${times(median(ratios(costs, cpuMs)))} (${medians(costs, cpuMs)} ms)`,
    },
    memoryFinding(`memory of an upload of ${LARGE_MB} MB above idle`, one, 1),
    memoryFinding(`memory of ${MANY} uploads of ${MANY_MB} MB at once above idle`, many, MANY),
  ];
};

interface Cost {
  readonly megabytesPerSecond: number;
  readonly cpuMs: number;
}

const rate = (cost: Cost) => cost.megabytesPerSecond;
const cpuMs = (cost: Cost) => cost.cpuMs;

async function costOf(upload: Upload, body: Buffer): Promise<Cost> {
  const before = upload.child.cpuSeconds();
  const seconds = await send(upload, body);
  return {
    megabytesPerSecond: LARGE_MB / seconds,
    cpuMs: (upload.child.cpuSeconds() - before) * 1_000,
  };
}

interface Peak {
  readonly idle: number;
  readonly peak: number;
  /** After a rest and a collection. */
  readonly after: number;
}

function memoryFinding(what: string, { idle, peak, after }: Peak, count: number) {
  const most = MOST_MB + MOST_EACH_MB * count;
  return {
    what,
    target: `≤ ${most} MB`,
    measured: `${megabytes(peak - idle)} at most, ${megabytes(after - idle)} once collected (idle ${megabytes(idle)})`,
    met: peak - idle <= most * MB,
    figures: { idle, peak, after },
  };
}

/** Resident memory before, at most during, and after some work. */
async function memoryOf({ child }: Served, work: () => Promise<unknown>): Promise<Peak> {
  const idle = await settledMemory(child);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, child.memory().rss)), SAMPLE_MS);
  await work();
  clearInterval(timer);
  return { idle, peak, after: await settledMemory(child) };
}

function formOf(size: number): Buffer {
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="account"\r\n\r\n${clientId}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`;
  return Buffer.concat([
    Buffer.from(field + file),
    randomBytes(size * MB),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** Seconds that it took. Throws where it was not taken. */
async function send({ url, headers }: Upload, body: Buffer): Promise<number> {
  const started = performance.now();
  const reply = await request(url, {
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body,
  });
  const said = await reply.body.text();
  if (reply.statusCode !== 303) throw new Error(`${url} answered ${reply.statusCode}\n${said.slice(0, 500)}`);
  return (performance.now() - started) / 1_000;
}
