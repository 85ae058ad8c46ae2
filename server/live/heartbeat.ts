import { heartbeatFrame } from "./frames.ts";
import type { LiveStream } from "./live-stream.ts";

export interface HeartbeatSettings {
  readonly everyMs: number;
  /** A stream's session is checked every so many beats. */
  readonly checkEvery: number;
  /** Called with the streams whose sessions are due, a small part of all at a time. */
  readonly check: (streams: readonly LiveStream[]) => void;
}

/** All streams are spread over this many parts, so that thousands do not beat at the same moment. */
const parts = 20;

/** Keeps streams alive through proxies: one timer for all of them, running only while there are any. */
export class Heartbeat {
  readonly #settings: HeartbeatSettings;
  readonly #slots: readonly Set<LiveStream>[] = Array.from({ length: parts }, () => new Set<LiveStream>());
  #timer: NodeJS.Timeout | undefined;
  #tick = 0;
  #nextSlot = 0;
  #size = 0;

  constructor(settings: HeartbeatSettings) {
    this.#settings = settings;
  }

  /** The slot that the next stream is to have. */
  takeSlot(): number {
    this.#nextSlot = (this.#nextSlot + 1) % parts;
    return this.#nextSlot;
  }

  add(stream: LiveStream): void {
    this.#slots[stream.slot]?.add(stream);
    this.#size += 1;
    this.#timer ??= setInterval(() => this.#beat(), this.#settings.everyMs / parts).unref();
  }

  remove(stream: LiveStream): void {
    if (this.#slots[stream.slot]?.delete(stream)) this.#size -= 1;
    if (this.#size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #beat(): void {
    this.#tick += 1;
    const slot = this.#slots[this.#tick % parts];
    if (slot === undefined || slot.size === 0) return;
    for (const stream of slot) stream.send(heartbeatFrame);
    const round = Math.floor(this.#tick / parts);
    if (round % this.#settings.checkEvery === 0) this.#settings.check([...slot]);
  }
}
