import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { median, megabytes, times, type Measure } from "../measure.ts";
import { signIn, type Served } from "../stage.ts";
import { clientId } from "../upstream/answers.ts";

const MB = 1024 * 1024;
const LARGE_MB = 30;
const MANY = 20;
const MANY_MB = 10;
const WARM_UPS = 8;
const SAMPLE_MS = 5;
const REST_MS = 1_500;
/** Above idle: for the portal, and for each upload. */
const MOST_MB = 8;
const MOST_EACH_MB = 1;
const FASTER = 4;
/** As long as browsers make it: parsers look for it in steps of its length. */
const BOUNDARY = "----WebKitFormBoundaryq7hTQ2XyWJrA9cZk";

interface Upload {
  readonly child: Served["child"];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A large upload and many at once: memory above idle, and megabytes a second beside Remix's own parser. */
export const uploads: Measure = async (stage, { pairs, progress }) => {
  const portal = await stage.startPortal({ node: ["--expose-gc", "--import", "./bench/collect-garbage.ts"] });
  const parser = await stage.startRemixParser();
  const address = `${portal.url}/tickets/7/files`;
  const { cookie } = await signIn(portal);
  const ours = { child: portal.child, url: address, headers: { cookie, origin: portal.url } };
  const theirs = { ...parser, headers: {} };
  const large = formOf(LARGE_MB);
  for (let warming = 0; warming < WARM_UPS; warming += 1)
    for (const upload of [ours, theirs]) await send(upload, large);
  const costs: { ours: Cost; theirs: Cost }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const cost = { ours: await costOf(ours, large), theirs: await costOf(theirs, large) };
    progress(`${cost.ours.rate.toFixed(0)} and ${cost.theirs.rate.toFixed(0)} MB/s`);
    costs.push(cost);
  }
  const one = await memoryOf(portal, () => send(ours, large));
  const small = formOf(MANY_MB);
  const many = await memoryOf(portal, () =>
    Promise.all(Array.from({ length: MANY }, () => send(ours, small))),
  );
  await Promise.all([stage.stop(portal), stage.stop(parser)]);
  const ratio = median(costs.map((cost) => cost.ours.rate / cost.theirs.rate));
  const middle = (side: "ours" | "theirs", of: keyof Cost) => median(costs.map((cost) => cost[side][of]));
  return [
    {
      what: `upload of ${LARGE_MB} MB, against Remix's multipart parser alone`,
      target: `≥ ${FASTER} ×`,
      measured: `${times(ratio)} (${middle("ours", "rate").toFixed(0)} / ${middle("theirs", "rate").toFixed(0)} MB/s)`,
      met: ratio >= FASTER,
      figures: costs,
    },
    {
      what: `processor time of the same`,
      measured: `${times(middle("ours", "cpuMs") / middle("theirs", "cpuMs"))} (${middle("ours", "cpuMs").toFixed(0)} / ${middle("theirs", "cpuMs").toFixed(0)} ms)`,
    },
    memoryFinding(`memory of an upload of ${LARGE_MB} MB above idle`, one, 1),
    memoryFinding(`memory of ${MANY} uploads of ${MANY_MB} MB at once above idle`, many, MANY),
  ];
};

interface Cost {
  /** Megabytes a second. */
  readonly rate: number;
  readonly cpuMs: number;
}

async function costOf(upload: Upload, body: Buffer): Promise<Cost> {
  const before = upload.child.cpuSeconds();
  const seconds = await send(upload, body);
  return { rate: LARGE_MB / seconds, cpuMs: (upload.child.cpuSeconds() - before) * 1_000 };
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
  const idle = await settled(child);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, child.memory().rss)), SAMPLE_MS);
  await work();
  clearInterval(timer);
  return { idle, peak, after: await settled(child) };
}

async function settled(child: Served["child"]): Promise<number> {
  await pause(REST_MS);
  child.signal("SIGUSR2");
  await pause(REST_MS);
  return child.memory().rss;
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
