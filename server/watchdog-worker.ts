import { write } from "node:fs";
import { Session } from "node:inspector/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { workerData } from "node:worker_threads";
import { BEAT_MS, EXIT_STUCK, ID_BYTES, type WatchedMemory } from "./watchdog.ts";

/** How long to wait for the stuck thread's stack, for the log line and for the exit; enough for a busy machine. */
const STACK_MS = 5_000;

const { beats, ids, maxMissed } = workerData as WatchedMemory;
let lastBeats = Atomics.load(beats, 0);
let missed = 0;

// Counts ticks, not time, because no thread runs while the machine sleeps.
const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === lastBeats ? missed + 1 : 0;
  lastBeats = now;
  if (missed < maxMissed) return;
  clearInterval(timer);
  void end();
}, BEAT_MS);

async function end(): Promise<void> {
  try {
    const mainThread = await Promise.race([pauseMainThread().catch(() => undefined), delay(STACK_MS)]);
    const line = {
      level: "fatal",
      time: new Date().toISOString(),
      seconds: (missed * BEAT_MS) / 1_000,
      lastRequests: requestIds(),
      stack: mainThread?.stack,
      msg: "the event loop is stuck, so the process is ending",
    };
    // Not writeSync, because a log reader that has stopped reading may be what blocks the main thread.
    const writing = promisify(write)(1, `${JSON.stringify(line)}\n`).then(
      () => true,
      () => true,
    );
    const isWritten = await Promise.race([writing, delay(STACK_MS, false)]);
    // process.exit would wait for a write that hangs.
    if (isWritten) await Promise.race([mainThread?.exit(), delay(STACK_MS)]);
  } finally {
    // The inspector can't pause a thread that's blocked in native code.
    process.kill(process.pid, "SIGKILL");
  }
}

/** Pauses the main thread with the inspector, because only that thread can exit with a code. */
async function pauseMainThread() {
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
    // Without the message and this evaluation's own line.
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
