import type { Stage } from "./stage.ts";

/** One line of the result. */
export interface Finding {
  readonly what: string;
  /** Undefined for a figure that only explains another. */
  readonly target?: string;
  readonly measured: string;
  /** Undefined where there is no target. */
  readonly met?: boolean;
  /** The figures behind it, for the JSON file. */
  readonly figures?: unknown;
}

export interface Settings {
  /** Pairs of runs, ours and the other's, of the measures that take turns. */
  readonly pairs: number;
  /** How long a soak goes on. */
  readonly minutes: number;
  readonly progress: (text: string) => void;
}

/** One thing that is measured. Throws when it cannot be; a target that is not met is a finding. */
export type Measure = (stage: Stage, settings: Settings) => Promise<readonly Finding[]>;

/** The middle value; the mean of the two middle ones of an even number. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

/** A figure of the portal and the same of what it is compared with, taken one right after the other. */
export interface Pair<Figure> {
  readonly ours: Figure;
  readonly theirs: Figure;
}

/** Measures the one and the other in turns, so that a busy moment of the machine hits both. */
export async function inTurns<Side, Figure>(
  count: number,
  sides: Pair<Side>,
  measure: (side: Side) => Promise<Figure>,
  told: (pair: Pair<Figure>) => void,
): Promise<readonly Pair<Figure>[]> {
  const pairs: Pair<Figure>[] = [];
  while (pairs.length < count) {
    const pair = { ours: await measure(sides.ours), theirs: await measure(sides.theirs) };
    pairs.push(pair);
    told(pair);
  }
  return pairs;
}

/** The median of each side, as `12 / 34`. */
export const medians = <Figure>(
  pairs: readonly Pair<Figure>[],
  of: (figure: Figure) => number,
  digits = 0,
): string =>
  (["ours", "theirs"] as const)
    .map((side) => median(pairs.map((pair) => of(pair[side]))).toFixed(digits))
    .join(" / ");

/** The ratio of each pair. */
export const ratios = <Figure>(pairs: readonly Pair<Figure>[], of: (figure: Figure) => number) =>
  pairs.map(({ ours, theirs }) => of(ours) / of(theirs));

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
