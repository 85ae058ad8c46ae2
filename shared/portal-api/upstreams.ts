import { largeAnswers, upstreamLimits } from "#shared/limits.ts";

/** The call wasn't sent: its circuit breaker is open, or too many calls are waiting. */
export class NotSent extends Error {
  override readonly name = "NotSent";
  readonly code: "BREAKER_OPEN" | "NO_PLACE";

  constructor(code: NotSent["code"]) {
    super("the call was not sent");
    this.code = code;
  }
}

interface Waiting {
  readonly key: string;
  readonly acquire: () => void;
}

/** A semaphore. A key may never take more places than are free, so a hanging call leaves half of them to others. */
export class Bulkhead {
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Takes a place and returns a function that releases it. Rejects with the signal's reason or {@link NotSent}. */
  acquire(key: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#hasRoom(key)) return resolve(this.#take(key));
      if (this.#waiting.size >= upstreamLimits.waiting) return reject(new NotSent("NO_PLACE"));
      const waiting = {
        key,
        acquire: () => {
          signal.removeEventListener("abort", giveUp);
          resolve(this.#take(key));
        },
      };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #hasRoom(key: string): boolean {
    return (this.#held.get(key) ?? 0) < this.#free;
  }

  #take(key: string): () => void {
    this.#free -= 1;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(key);
      isHeld = false;
    };
  }

  #release(key: string): void {
    const remaining = (this.#held.get(key) ?? 1) - 1;
    if (remaining === 0) this.#held.delete(key);
    else this.#held.set(key, remaining);
    this.#free += 1;
    for (const waiting of this.#waiting) {
      if (this.#free === 0) return;
      if (!this.#hasRoom(waiting.key)) continue;
      this.#waiting.delete(waiting);
      waiting.acquire();
    }
  }
}

export type LargeAnswerPlace = ReturnType<Upstreams["placeForLargeAnswer"]>;

/** Limits parallel calls per origin, and large answers overall. Its circuit breakers refuse an operation's calls while it keeps timing out. */
export class Upstreams {
  readonly #bulkheads = new Map<string, Bulkhead>();
  readonly #largeAnswers = new Bulkhead(largeAnswers.places);
  /** By breaker: the time-outs since the last answer. */
  readonly #timeouts = new Map<string, { inARow: number; nextTryAt: number }>();
  readonly #onBreaker: (breaker: string, isOpen: boolean) => void;

  constructor(onBreaker: (breaker: string, isOpen: boolean) => void) {
    this.#onBreaker = onBreaker;
  }

  /** Takes a place for a call and returns a function that releases it. Rejects with {@link NotSent} or the signal's reason. */
  async acquire(origin: string, call: string, signal: AbortSignal, breaker = call): Promise<() => void> {
    if (!this.#mayTry(breaker)) throw new NotSent("BREAKER_OPEN");
    const bulkhead = this.#bulkheads.get(origin) ?? new Bulkhead(upstreamLimits.calls);
    this.#bulkheads.set(origin, bulkhead);
    const release = await bulkhead.acquire(call, signal);
    const timeouts = this.#timeouts.get(breaker);
    // The breaker may have opened during the wait.
    if (!this.#mayTry(breaker)) {
      release();
      throw new NotSent("BREAKER_OPEN");
    }
    // If the breaker was open, this call tests whether the service answers, while others are still refused.
    if (timeouts) timeouts.nextTryAt = performance.now() + upstreamLimits.pauseMs;
    return release;
  }

  /** One of the few places for large answers. */
  placeForLargeAnswer(call: string) {
    let release: (() => void) | undefined;
    let isAsked = false;
    let hasLeft = false;
    return {
      /** The call waited for it in vain: the time was spent here, not at the upstream. */
      get wasMissed() {
        return isAsked && release === undefined;
      },
      /** Waits for the place. Rejects with the signal's reason or {@link NotSent}. */
      take: async (signal: AbortSignal) => {
        isAsked = true;
        release ??= await this.#largeAnswers.acquire(call, signal);
        if (hasLeft) release();
      },
      /** Call it once the answer has been parsed or has failed, even if no place was taken. */
      leave() {
        hasLeft = true;
        release?.();
      },
    };
  }

  #mayTry(breaker: string): boolean {
    const { inARow = 0, nextTryAt = 0 } = this.#timeouts.get(breaker) ?? {};
    return inARow < upstreamLimits.timeoutsInARow || performance.now() >= nextTryAt;
  }

  recordAnswer(breaker: string): void {
    const { inARow = 0 } = this.#timeouts.get(breaker) ?? {};
    this.#timeouts.delete(breaker);
    if (inARow >= upstreamLimits.timeoutsInARow) this.#onBreaker(breaker, false);
  }

  recordTimeout(breaker: string): void {
    const timeouts = this.#timeouts.get(breaker) ?? { inARow: 0, nextTryAt: 0 };
    timeouts.inARow += 1;
    this.#timeouts.set(breaker, timeouts);
    timeouts.nextTryAt = performance.now() + upstreamLimits.pauseMs;
    if (timeouts.inARow === upstreamLimits.timeoutsInARow) this.#onBreaker(breaker, true);
  }
}
