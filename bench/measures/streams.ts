import { execFileSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { settledMemory } from "../child.ts";
import { kilobytes, megabytes, type Measure, type Settings } from "../measure.ts";
import type { RunningPortal, Stage } from "../stage.ts";

const MAX_STREAMS = 5_000;
const STREAMS_PER_SESSION = 3;
const MAX_BYTES_PER_STREAM = 15 * 1024;
/** How many streams we open and close before measuring, to warm the server up. */
const WARM_UP = 300;
const BATCH_SIZE = 50;
/** How many open files we leave for everything else: modules, logs, the store and connections to the upstream. */
const SPARE_FILES = 500;
/** How long it takes to free the memory that was only needed to open the streams. */
const SETTLE_MS = 8_000;

/** How much memory an idle event stream takes. */
export const streams: Measure = async (stage, settings) => {
  const count = streamCount();
  const sessions = Math.ceil(count / STREAMS_PER_SESSION);
  const onePerson = await measure(stage, settings, count, sessions, 1);
  const manyPeople = await measure(stage, settings, count, sessions, sessions);
  return [
    {
      ...finding(`Memory of each of ${count.toLocaleString("en")} event streams`, onePerson),
      target: `≤ ${kilobytes(MAX_BYTES_PER_STREAM)}`,
      // With fewer streams, because of the limit of open files, the result proves nothing.
      met: onePerson.each <= MAX_BYTES_PER_STREAM && count === MAX_STREAMS,
    },
    finding(`  when they belong to ${sessions} people, with a hub connection each`, manyPeople),
  ];
};

interface Cost {
  readonly before: number;
  readonly after: number;
  /** Bytes per stream. */
  readonly each: number;
}

const finding = (what: string, cost: Cost) => ({
  what,
  measured: `${kilobytes(cost.each)} (${megabytes(cost.before)} → ${megabytes(cost.after)})`,
  figures: cost,
});

async function measure(
  stage: Stage,
  { progress }: Settings,
  count: number,
  sessions: number,
  people: number,
): Promise<Cost> {
  const portal = await stage.startPortal({ collectsGarbage: true, sessions, people });
  closeAll(await openMany(portal, WARM_UP));
  const before = await settledMemory(portal.child);
  const open = await openMany(portal, count);
  await pause(SETTLE_MS);
  const after = await settledMemory(portal.child);
  progress(`${count} streams of ${people} people: ${megabytes(before)} → ${megabytes(after)}`);
  closeAll(open);
  await stage.stop(portal);
  return { before, after, each: (after - before) / count };
}

async function openMany({ url, cookies }: RunningPortal, count: number): Promise<Socket[]> {
  const open: Socket[] = [];
  while (open.length < count) {
    const size = Math.min(BATCH_SIZE, count - open.length);
    const batch = Array.from({ length: size }, (_, index) => {
      const cookie = cookies[Math.floor((open.length + index) / STREAMS_PER_SESSION)] ?? "";
      return openStream(`${url}/live`, cookie);
    });
    open.push(...(await Promise.all(batch)));
  }
  return open;
}

function closeAll(open: readonly Socket[]): void {
  for (const stream of open) stream.destroy();
}

/** Opens an event stream as a bare socket. Resolves once the head of a 200 has arrived; rejects for any other answer. */
function openStream(url: string, cookie: string): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let head: string | undefined = "";
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${pathname} closed: ${head?.slice(0, 80)}`)));
    socket.on("data", (chunk) => {
      if (head === undefined) return;
      head += chunk.toString();
      if (!head.includes("\r\n\r\n")) return;
      if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy();
      head = undefined;
      resolve(socket);
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\nUser-Agent: Mozilla/5.0 (bench)\r\n\r\n`,
    );
  });
}

/** How many streams to open. The system's limit of open files may reduce it. */
function streamCount(): number {
  const limit = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  return limit === "unlimited"
    ? MAX_STREAMS
    : Math.min(MAX_STREAMS, Math.max(0, Number(limit) - SPARE_FILES));
}
