/** A seeded random source, so that the trials are the same each time. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** This many values in random order. All come equally often: each comes once before any is repeated. */
  spread<T>(values: readonly T[], count: number): T[] {
    const rounds = Array.from({ length: Math.ceil(count / values.length) }, () => {
      const left = [...values];
      return values.map(() => left.splice(this.below(left.length), 1)[0]!);
    });
    return rounds.flat().slice(0, count);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
