import { write } from "node:fs";
import { Session } from "node:inspector/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { workerData } from "node:worker_threads";
import { BEAT_MS, EXIT_STUCK, ID_BYTES, type WatchedMemory } from "./watchdog.ts";

/** How long the stuck thread may take to say where it is, and then to end: more than a busy machine needs. */
const STACK_MS = 5_000;

const { beats, ids, mostMissed } = workerData as WatchedMemory;
let seen = Atomics.load(beats, 0);
let missed = 0;

// Counts ticks, not time: no thread runs while the machine sleeps.
const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed < mostMissed) return;
  clearInterval(timer);
  void end();
}, BEAT_MS);

async function end(): Promise<void> {
  try {
    const held = await Promise.race([holdMainThread().catch(() => undefined), delay(STACK_MS)]);
    const line = {
      level: "fatal",
      time: new Date().toISOString(),
      seconds: (missed * BEAT_MS) / 1_000,
      lastRequests: requestIds(),
      stack: held?.stack,
      msg: "the event loop stands still: the process ends",
    };
    // Not writeSync: a log reader that stands still may be why the loop does.
    const writing = promisify(write)(1, `${JSON.stringify(line)}\n`).then(
      () => true,
      () => true,
    );
    const isWritten = await Promise.race([writing, delay(STACK_MS, false)]);
    // An exit would wait for a write that hangs.
    if (isWritten) await Promise.race([held?.exit(), delay(STACK_MS)]);
  } finally {
    // Native code may hold the thread, where the inspector can't pause it.
    process.kill(process.pid, "SIGKILL");
  }
}

/** Pauses the main thread by the inspector, since only that thread can exit with a code. */
async function holdMainThread() {
  const session = new Session();
  session.connectToMainThread();
  const paused = new Promise<string>((resolve) => {
    session.once("Debugger.paused", ({ params }) => resolve(params.callFrames[0]?.callFrameId ?? ""));
  });
  await session.post("Debugger.enable");
  await session.post("Debugger.pause");
  const callFrameId = await paused;
  const evaluate = (expression: string) =>
    session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression });
  const { result } = await evaluate("new Error().stack");
  return {
    stack: String(result.value).split("\n").slice(2).join("\n"),
    exit: () => evaluate(`process.exit(${EXIT_STUCK})`),
  };
}

function requestIds(): string[] {
  const text = Buffer.from(ids).toString("latin1");
  const all = Array.from({ length: ids.length / ID_BYTES }, (_, index) =>
    text
      .slice(index * ID_BYTES, (index + 1) * ID_BYTES)
      .replaceAll("\0", "")
      .trim(),
  );
  return all.filter((id) => id !== "");
}
