import { millisecondsInDay } from "date-fns/constants";
import { createRandom, type Random } from "#provider/data/random.ts";

/** One of an invoice's phone calls. */
export interface CallRecord {
  readonly startedAt: number;
  readonly from: string;
  readonly to: string;
  readonly destination: string;
  readonly seconds: number;
  readonly costPence: number;
}

interface Destination {
  readonly name: string;
  readonly prefix: string;
  readonly pencePerMinute: number;
}

const destinations: readonly Destination[] = [
  { name: "UK local", prefix: "01947", pencePerMinute: 1 },
  { name: "UK national", prefix: "0113", pencePerMinute: 2 },
  { name: "UK mobile", prefix: "07700", pencePerMinute: 6 },
  { name: "Non-geographic", prefix: "0345", pencePerMinute: 3 },
  { name: "Republic of Ireland", prefix: "003531", pencePerMinute: 9 },
  { name: "France", prefix: "00331", pencePerMinute: 11 },
];

/**
 * The calls in the 30 days before an invoice was issued, oldest first. A seed gives the same calls whatever the date of
 * issue, just at other times.
 */
export function callRecords(seed: number, issuedAt: number): CallRecord[] {
  // A factor, so that these random numbers differ from other sources' with the same seed.
  const random = createRandom(seed * 31);
  const callerNumbers = Array.from({ length: 4 }, () => `01947 ${random.between(600_000, 699_999)}`);
  return Array.from({ length: random.between(40, 160) }, () =>
    makeCall(random, callerNumbers, issuedAt),
  ).sort((a, b) => a.startedAt - b.startedAt);
}

/** What a seed's calls cost in total: the net amount of the invoice's line for calls. */
export function callsPence(seed: number): number {
  return callRecords(seed, 0).reduce((sum, { costPence }) => sum + costPence, 0);
}

function makeCall(random: Random, callerNumbers: readonly string[], issuedAt: number): CallRecord {
  const { name, prefix, pencePerMinute } = random.pick(destinations);
  const seconds = random.between(4, 1500);
  const timeOfDayMs = (random.between(8 * 60, 18 * 60) * 60 + random.between(0, 59)) * 1000;
  return {
    startedAt: issuedAt - random.between(1, 30) * millisecondsInDay + timeOfDayMs,
    from: random.pick(callerNumbers),
    to: `${prefix} ${random.between(100_000, 999_999)}`,
    destination: name,
    seconds,
    costPence: Math.ceil((seconds / 60) * pencePerMinute),
  };
}
