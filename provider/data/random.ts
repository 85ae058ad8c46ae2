/** A reproducible source of choices: the same seed gives the same demo on every machine. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in `share` (0 to 1) of the cases. */
  chance(share: number): boolean;
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state are plenty for demo data. */
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
    pick: (from) => from[Math.floor(next() * from.length)]!,
    chance: (share) => next() < share,
  };
}
