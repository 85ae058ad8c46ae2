import { Worker } from "node:worker_threads";

/** How often the main thread counts a beat, and how often the worker checks the count. */
export const BEAT_MS = 250;
/** How many request ids we keep for the last log line, and how long each can be. */
const REMEMBERED_IDS = 16;
export const ID_BYTES = 64;
/** EX_SOFTWARE in sysexits.h. */
export const EXIT_STUCK = 70;

export interface WatchedMemory {
  readonly beats: Int32Array<SharedArrayBuffer>;
  /** The last 16 request ids, oldest first, 64 bytes each, padded with spaces. */
  readonly ids: Uint8Array<SharedArrayBuffer>;
  /** After this many missed beats the event loop counts as stuck. */
  readonly maxMissed: number;
}

export type Watchdog = ReturnType<typeof createWatchdog>;

/** A worker thread that ends the process if the main event loop is blocked. */
export function createWatchdog() {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const ids = new Uint8Array(new SharedArrayBuffer(REMEMBERED_IDS * ID_BYTES));
  const idsBuffer = Buffer.from(ids.buffer);
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  return {
    /** Remembers a request's id, because it may be the one that blocks the event loop. */
    rememberRequest(id: string) {
      idsBuffer.copyWithin(0, ID_BYTES);
      idsBuffer.write(id.padEnd(ID_BYTES), (REMEMBERED_IDS - 1) * ID_BYTES, ID_BYTES, "latin1");
    },
    /** From now on a blocked event loop ends the process with {@link EXIT_STUCK} after this time; 0 turns this off. */
    watch(stuckSeconds: number, onFault: (error: unknown) => void) {
      if (stuckSeconds === 0) return;
      timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
      const maxMissed = Math.ceil((stuckSeconds * 1_000) / BEAT_MS);
      const workerData: WatchedMemory = { beats, ids, maxMissed };
      worker = new Worker(new URL("./watchdog-worker.ts", import.meta.url), {
        workerData,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
      });
      // A fault in the worker mustn't end the portal.
      worker.on("error", onFault);
      worker.unref();
    },
    stop() {
      clearInterval(timer);
      void worker?.terminate();
    },
  };
}
