import { randomBytes } from "node:crypto";
import { request } from "undici";
import { settledMemory } from "../child.ts";
import {
  measureAlternately,
  median,
  medians,
  megabytes,
  ratios,
  times,
  type Measure,
  type Pair,
} from "../measure.ts";
import type { RunningServer } from "../stage.ts";
import { clientId } from "../upstream/answers.ts";

const MB = 1024 * 1024;
const LARGE_MB = 30;
const PARALLEL_UPLOADS = 20;
const SMALL_MB = 10;
const WARM_UP_ROUNDS = 8;
const SAMPLE_MS = 5;
/** Limits for memory above idle: for the portal, and for each upload. */
const MAX_MB = 8;
const MAX_MB_PER_UPLOAD = 1;
const MIN_RATIO = 4;
/** As long as a browser's, because its length affects how fast parsers find it. */
const BOUNDARY = "----WebKitFormBoundaryq7hTQ2XyWJrA9cZk";

interface UploadTarget extends RunningServer {
  readonly headers: Readonly<Record<string, string>>;
}

/** A large upload, and many at once: memory above idle, and megabytes per second compared with Remix's own parser. */
export const uploads: Measure = async (stage, { pairs, progress }) => {
  const portal = await stage.startPortal({ collectsGarbage: true });
  const parser = await stage.startRemixParser();
  const { child, cookie, url } = portal;
  const ours = { child, url: `${url}/tickets/7/files`, headers: { cookie, origin: url } };
  const sides: Pair<UploadTarget> = { ours, theirs: { ...parser, headers: {} } };
  const large = formOf(LARGE_MB);
  await measureAlternately(
    WARM_UP_ROUNDS,
    sides,
    (upload) => send(upload, large),
    () => undefined,
  );
  const costs = await measureAlternately(
    pairs,
    sides,
    (upload) => costOf(upload, large),
    (pair) => progress(`${medians([pair], rate)} MB/s`),
  );
  const largePeak = await memoryOf(portal, () => send(ours, large));
  const small = formOf(SMALL_MB);
  const smallPeak = await memoryOf(portal, () =>
    Promise.all(Array.from({ length: PARALLEL_UPLOADS }, () => send(ours, small))),
  );
  await Promise.all([stage.stop(portal), stage.stop(parser)]);
  const ratio = median(ratios(costs, rate));
  return [
    {
      what: `upload of ${LARGE_MB} MB, against Remix's multipart parser alone`,
      target: `≥ ${MIN_RATIO} ×`,
      measured: `${times(ratio)} (${medians(costs, rate)} MB/s)`,
      met: ratio >= MIN_RATIO,
      figures: costs,
    },
    {
      what: `processor time of the same`,
      measured: `${times(median(ratios(costs, cpuMs)))} (${medians(costs, cpuMs)} ms)`,
    },
    memoryFinding(`memory of an upload of ${LARGE_MB} MB above idle`, largePeak, 1),
    memoryFinding(
      `memory of ${PARALLEL_UPLOADS} uploads of ${SMALL_MB} MB at once above idle`,
      smallPeak,
      PARALLEL_UPLOADS,
    ),
  ];
};

interface Cost {
  readonly megabytesPerSecond: number;
  readonly cpuMs: number;
}

const rate = (cost: Cost) => cost.megabytesPerSecond;
const cpuMs = (cost: Cost) => cost.cpuMs;

async function costOf(upload: UploadTarget, body: Buffer): Promise<Cost> {
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
  /** After a pause and garbage collections. */
  readonly after: number;
}

function memoryFinding(what: string, { idle, peak, after }: Peak, count: number) {
  const maxMegabytes = MAX_MB + MAX_MB_PER_UPLOAD * count;
  return {
    what,
    target: `≤ ${maxMegabytes} MB`,
    measured: `${megabytes(peak - idle)} at most, ${megabytes(after - idle)} once collected (idle ${megabytes(idle)})`,
    met: peak - idle <= maxMegabytes * MB,
    figures: { idle, peak, after },
  };
}

/** Resident memory before `work`, its peak during it, and memory after it. */
async function memoryOf({ child }: RunningServer, work: () => Promise<unknown>): Promise<Peak> {
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

/** Uploads a body; returns how many seconds it took. Throws unless it's accepted. */
async function send({ url, headers }: UploadTarget, body: Buffer): Promise<number> {
  const started = performance.now();
  const reply = await request(url, {
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body,
  });
  const text = await reply.body.text();
  if (reply.statusCode !== 303) throw new Error(`${url} answered ${reply.statusCode}\n${text.slice(0, 500)}`);
  return (performance.now() - started) / 1_000;
}
