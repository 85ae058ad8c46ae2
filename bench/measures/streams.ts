import { execFileSync } from "node:child_process";
import { hasProc } from "../child.ts";
import { kilobytes, megabytes, type Finding, type Measure, type Settings } from "../measure.ts";
import { seedSessions } from "../seed-sessions.ts";
import type { Served, Stage } from "../stage.ts";
import { openStream, type OpenStream } from "../stream-client.ts";

const WANTED = 5_000;
const OF_EACH_SESSION = 3;
const MOST_BYTES = 15 * 1024;
/** Streams that are opened and closed before anything is measured, so that code and pools are warm. */
const WARM_UP = 300;
const AT_ONCE = 50;
const PAUSE_MS = 8_000;

/** What an open stream costs the server while it has nothing to say. */
export const streams: Measure = async (stage, settings) => {
  if (!hasProc) throw new Error("Memory is read from /proc, which this system has not.");
  const count = affordable();
  const sessions = Math.ceil(count / OF_EACH_SESSION);
  const one = await measure(stage, settings, count, sessions, 1);
  const all = await measure(stage, settings, count, sessions, sessions);
  return [
    {
      what: `Memory of each of ${count.toLocaleString("en")} event streams`,
      target: `≤ ${kilobytes(MOST_BYTES)}`,
      measured: `${kilobytes(one.each)} (${megabytes(one.before)} → ${megabytes(one.after)})`,
      met: one.each <= MOST_BYTES && count === WANTED,
      figures: one,
    },
    explained(`  when they belong to ${sessions} people, with a hub connection each`, all),
  ];
};

interface Cost {
  readonly before: number;
  readonly after: number;
  /** Bytes for each stream. */
  readonly each: number;
  /** The same without having collected garbage. */
  readonly uncollected: number;
}

function explained(what: string, cost: Cost): Finding {
  return {
    what,
    measured: `${kilobytes(cost.each)} (${megabytes(cost.before)} → ${megabytes(cost.after)})`,
    figures: cost,
  };
}

async function measure(
  stage: Stage,
  { progress }: Settings,
  count: number,
  sessions: number,
  users: number,
): Promise<Cost> {
  const sessionFile = stage.newSessionFile();
  const cookies = await seedSessions(sessionFile, sessions, users);
  const portal = await stage.startPortal({
    node: ["--expose-gc", "--import", "./bench/collect-garbage.ts"],
    sessionFile,
  });
  closeAll(await openMany(portal, cookies, WARM_UP));
  const before = await settled(portal);
  const open = await openMany(portal, cookies, count);
  await pause(PAUSE_MS);
  const uncollected = (portal.child.memory().rss - before) / count;
  const after = await settled(portal);
  progress(`${count} streams of ${users} people: ${megabytes(before)} → ${megabytes(after)}`);
  closeAll(open);
  await stage.stop(portal);
  return { before, after, each: (after - before) / count, uncollected };
}

/** Resident bytes when nothing has happened for a while and garbage was collected. */
async function settled({ child }: Served): Promise<number> {
  for (let times = 0; times < 2; times += 1) {
    await pause(PAUSE_MS / 4);
    child.signal("SIGUSR2");
  }
  await pause(PAUSE_MS / 2);
  return child.memory().rss;
}

async function openMany({ url }: Served, cookies: readonly string[], count: number): Promise<OpenStream[]> {
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
