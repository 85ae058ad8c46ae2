import { execFileSync } from "node:child_process";
import { settledMemory } from "../child.ts";
import { kilobytes, megabytes, type Measure, type Settings } from "../measure.ts";
import type { ServedPortal, Stage } from "../stage.ts";
import { openStream, type OpenStream } from "../stream-client.ts";

const WANTED = 5_000;
const OF_EACH_SESSION = 3;
const MOST_BYTES = 15 * 1024;
/** Streams that are opened and closed before anything is measured, so that code and pools are warm. */
const WARM_UP = 300;
const AT_ONCE = 50;

/** What an open stream costs the server while it has nothing to say. */
export const streams: Measure = async (stage, settings) => {
  const count = affordable();
  const sessions = Math.ceil(count / OF_EACH_SESSION);
  const one = await measure(stage, settings, count, sessions, 1);
  const all = await measure(stage, settings, count, sessions, sessions);
  return [
    {
      ...finding(`Memory of each of ${count.toLocaleString("en")} event streams`, one),
      target: `≤ ${kilobytes(MOST_BYTES)}`,
      met: one.each <= MOST_BYTES && count === WANTED,
    },
    finding(`  when they belong to ${sessions} people, with a hub connection each`, all),
  ];
};

interface Cost {
  readonly before: number;
  readonly after: number;
  /** Bytes for each stream. */
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
  const portal = await stage.startPortal({ collects: true, sessions, people });
  closeAll(await openMany(portal, WARM_UP));
  const before = await settledMemory(portal.child);
  const open = await openMany(portal, count);
  const after = await settledMemory(portal.child);
  progress(`${count} streams of ${people} people: ${megabytes(before)} → ${megabytes(after)}`);
  closeAll(open);
  await stage.stop(portal);
  return { before, after, each: (after - before) / count };
}

async function openMany({ url, cookies }: ServedPortal, count: number): Promise<OpenStream[]> {
  const open: OpenStream[] = [];
  while (open.length < count) {
    const size = Math.min(AT_ONCE, count - open.length);
    const batch = Array.from({ length: size }, (_, index) => {
      const cookie = cookies[Math.floor((open.length + index) / OF_EACH_SESSION)] ?? "";
      return openStream(`${url}/live`, cookie);
    });
    open.push(...(await Promise.all(batch)));
  }
  return open;
}

function closeAll(open: readonly OpenStream[]): void {
  for (const stream of open) stream.close();
}

/** Fewer than wanted where the system allows fewer open files; they are needed on both sides. */
function affordable(): number {
  const limit = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  return limit === "unlimited" ? WANTED : Math.min(WANTED, Math.max(0, Number(limit) - 500));
}
