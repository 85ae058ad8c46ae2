/** A seeded random source, so that every machine gets the same demo. */
export interface Random {
  /** A whole number from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
}

/** Mulberry32 by Tommy Ettinger (public domain): its 32 bits of state are enough for demo data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    chance: (probability) => next() < probability,
  };
}
