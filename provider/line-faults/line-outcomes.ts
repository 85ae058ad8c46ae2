/** Each outcome of a line test starts at this value of the number's last three digits, and ends where the next one starts. */
const ranges = [
  [0, "no-fault"],
  [100, "fault"],
  [200, "no-fault"],
  [300, "no-fault-assured"],
  [400, "fault-assured"],
  [500, "extra-high"],
  [600, "reported"],
  [700, "failed"],
  [750, "failed-without-info"],
  [800, "not-linked"],
  [850, "refused"],
  [900, "endless"],
  [910, "silent"],
  [920, "lost"],
  [930, "too-slow"],
  [940, "late-500"],
  [950, "failed-without-text"],
  [960, "no-slots"],
  [970, "slot-gone"],
  [980, "not-confirmed"],
  [985, "unconfirmed-fault"],
  [987, "unconfirmed-assured"],
  [990, "error-500"],
] as const;
type LineOutcome = (typeof ranges)[number][1];

/** The error code for a number in a different account. */
export const NOT_LINKED = "CliCannotBeLinkedToYourAccount";

/** The outcome of testing this number. */
export function outcomeOf(cli: string): LineOutcome {
  const ending = Number(cli.slice(-3));
  return ranges.findLast(([start]) => start <= ending)?.[1] ?? "no-fault";
}

const faultOutcomes: ReadonlySet<LineOutcome> = new Set([
  "fault",
  "fault-assured",
  "extra-high",
  "reported",
  "unconfirmed-fault",
  "unconfirmed-assured",
]);
const failedOutcomes: ReadonlySet<LineOutcome> = new Set(["failed", "failed-without-info"]);
const failureEventOutcomes: ReadonlySet<LineOutcome> = new Set(["not-linked", "failed-without-text"]);

/** The result of testing this number. */
export function resultOf(cli: string) {
  const outcome = outcomeOf(cli);
  const isFault = faultOutcomes.has(outcome);
  // These failures have their own event type, and the error is in the notification.
  const isFailureEvent = failureEventOutcomes.has(outcome);
  const hasFailed = isFailureEvent || failedOutcomes.has(outcome);
  return {
    isFault,
    hasFailed,
    isFailureEvent,
    error: outcome === "not-linked" ? NOT_LINKED : null,
    isReported: outcome === "reported",
    careLevel: outcome === "extra-high" ? "ExtraHigh" : isFault ? "Medium" : null,
    hasLineAssurance: outcome.endsWith("-assured"),
    info: isFault
      ? "The test found a break in the line between the exchange and your premises."
      : outcome === "failed"
        ? "The line was in use, so it couldn't be tested. Please try again when nobody is on the phone."
        : null,
  };
}
