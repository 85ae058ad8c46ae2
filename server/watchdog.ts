import { Worker } from "node:worker_threads";

/** How often the loop shows that it lives, and how often that is looked at. */
export const BEAT_MS = 250;
/** Requests whose ids are remembered for the last line, and bytes of each. */
const IDS = 16;
export const ID_BYTES = 64;
/** EX_SOFTWARE of sysexits.h. */
export const EXIT_STUCK = 70;

export interface WatchedMemory {
  readonly beats: Int32Array<SharedArrayBuffer>;
  /** The last 16 request ids, oldest first, 64 bytes each, padded with blanks. */
  readonly ids: Uint8Array<SharedArrayBuffer>;
  /** A loop that misses so many beats is stuck. */
  readonly mostMissed: number;
}

export interface Watchdog {
  /** Remembers a request that has come: it may be the one that never ends. */
  noteRequest(id: string): void;
  /** From now on a process whose loop stands still for so long ends with {@link EXIT_STUCK}; 0 never ends it. */
  watch(stuckSeconds: number, onFault: (error: unknown) => void): void;
  stop(): void;
}

/** A thread beside the event loop ends the process when the loop does not go round any more. */
export function createWatchdog(): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const ids = new Uint8Array(new SharedArrayBuffer(IDS * ID_BYTES));
  const text = Buffer.from(ids.buffer);
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  return {
    noteRequest(id) {
      text.copyWithin(0, ID_BYTES);
      text.write(id.padEnd(ID_BYTES), (IDS - 1) * ID_BYTES, ID_BYTES, "latin1");
    },
    watch(stuckSeconds, onFault) {
      if (stuckSeconds === 0) return;
      timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
      const mostMissed = Math.ceil((stuckSeconds * 1_000) / BEAT_MS);
      const workerData: WatchedMemory = { beats, ids, mostMissed };
      worker = new Worker(new URL("./watchdog-worker.ts", import.meta.url), {
        workerData,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
      });
      // The portal goes on unwatched.
      worker.on("error", onFault);
      worker.unref();
    },
    stop() {
      clearInterval(timer);
      void worker?.terminate();
    },
  };
}
