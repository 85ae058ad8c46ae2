import { upstream } from "#app/limits.ts";

/** Why a call was not sent. */
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

/** A counting semaphore: no key may hold more places than are free, so one hanging call leaves half to the others. */
export class Bulkhead {
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(places: number) {
    this.#free = places;
  }

  /** A place, as what gives it back. Rejects with the signal's reason, or {@link NotSent} where too many wait. */
  acquire(key: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#hasRoom(key)) return resolve(this.#take(key));
      if (this.#waiting.size >= upstream.waiting) return reject(new NotSent("NO_PLACE"));
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
    let isTaken = true;
    return () => {
      if (isTaken) this.#release(key);
      isTaken = false;
    };
  }

  #release(key: string): void {
    const left = (this.#held.get(key) ?? 1) - 1;
    if (left === 0) this.#held.delete(key);
    else this.#held.set(key, left);
    this.#free += 1;
    for (const waiting of this.#waiting) {
      if (this.#free === 0) return;
      if (!this.#hasRoom(waiting.key)) continue;
      this.#waiting.delete(waiting);
      waiting.acquire();
    }
  }
}

/** All that the portal calls: places at each origin, by call, and for each share a circuit breaker, which answers at once while it hangs. */
export class Upstreams {
  readonly #bulkheads = new Map<string, Bulkhead>();
  /** The shares whose last answer did not come in time. */
  readonly #late = new Map<string, { inARow: number; nextTryAt: number }>();
  readonly #onBreaker: (share: string, isOpen: boolean) => void;

  constructor(onBreaker: (share: string, isOpen: boolean) => void) {
    this.#onBreaker = onBreaker;
  }

  /**
   * A place for a call to this origin, as what gives it back. `share` names the breaker. Rejects with {@link NotSent}, or
   * the signal's reason.
   */
  async acquire(origin: string, call: string, signal: AbortSignal, share = call): Promise<() => void> {
    if (!this.#mayTry(share)) throw new NotSent("BREAKER_OPEN");
    const bulkhead = this.#bulkheads.get(origin) ?? new Bulkhead(upstream.calls);
    this.#bulkheads.set(origin, bulkhead);
    const release = await bulkhead.acquire(call, signal);
    const late = this.#late.get(share);
    if (!this.#mayTry(share)) {
      release();
      throw new NotSent("BREAKER_OPEN");
    }
    if (late) late.nextTryAt = performance.now() + upstream.pauseMs;
    return release;
  }

  #mayTry(share: string): boolean {
    const { inARow = 0, nextTryAt = 0 } = this.#late.get(share) ?? {};
    return inARow < upstream.timeoutsInARow || performance.now() >= nextTryAt;
  }

  answered(share: string): void {
    const { inARow = 0 } = this.#late.get(share) ?? {};
    this.#late.delete(share);
    if (inARow >= upstream.timeoutsInARow) this.#onBreaker(share, false);
  }

  timedOut(share: string): void {
    const late = this.#late.get(share) ?? { inARow: 0, nextTryAt: 0 };
    late.inARow += 1;
    this.#late.set(share, late);
    late.nextTryAt = performance.now() + upstream.pauseMs;
    if (late.inARow === upstream.timeoutsInARow) this.#onBreaker(share, true);
  }
}
