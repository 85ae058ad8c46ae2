import type { Stage } from "./stage.ts";

/** A line in the result. */
export interface Finding {
  readonly what: string;
  /** Undefined for a figure that doesn't have a target but explains another one. */
  readonly target?: string;
  readonly measured: string;
  /** Undefined without a target. */
  readonly met?: boolean;
  /** The raw figures, for the JSON file. */
  readonly figures?: unknown;
}

/** The settings for a run of the benchmark. */
export interface Settings {
  /** How many pairs of runs to make, for measures that compare two servers. */
  readonly pairs: number;
  /** How long a soak lasts. */
  readonly minutes: number;
  readonly progress: (text: string) => void;
}

/** A measurement. Throws if it fails; a missed target is a finding, not a failure. */
export type Measure = (stage: Stage, settings: Settings) => Promise<readonly Finding[]>;

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

/** The portal's figure and the other side's, measured one right after the other. */
export interface Pair<Figure> {
  readonly ours: Figure;
  readonly theirs: Figure;
}

/** Measures both sides in turn, so that a busy moment on the machine affects both. */
export async function measureAlternately<Side, Figure>(
  count: number,
  sides: Pair<Side>,
  measure: (side: Side) => Promise<Figure>,
  onPair: (pair: Pair<Figure>) => void,
): Promise<readonly Pair<Figure>[]> {
  const pairs: Pair<Figure>[] = [];
  while (pairs.length < count) {
    const pair = { ours: await measure(sides.ours), theirs: await measure(sides.theirs) };
    pairs.push(pair);
    onPair(pair);
  }
  return pairs;
}

/** Each side's median, as `12 / 34`. */
export const medians = <Figure>(
  pairs: readonly Pair<Figure>[],
  figureOf: (figure: Figure) => number,
  digits = 0,
): string =>
  (["ours", "theirs"] as const)
    .map((side) => median(pairs.map((pair) => figureOf(pair[side]))).toFixed(digits))
    .join(" / ");

/** Each pair's ratio. */
export const ratios = <Figure>(pairs: readonly Pair<Figure>[], figureOf: (figure: Figure) => number) =>
  pairs.map(({ ours, theirs }) => figureOf(ours) / figureOf(theirs));

/** A ratio as text. */
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
/** Bytes as text in MB. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
/** Bytes as text in KB. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
