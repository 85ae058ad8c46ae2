import type { Stage } from "./stage.ts";

/** One line of the result. */
export interface Finding {
  readonly what: string;
  /** As the issue words it; undefined for a figure that only explains another. */
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

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
