import { beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "#provider/payments/ledger.ts";
import { Payer, planTrials, returns, troubles, type Report, type Trial } from "./payer.ts";
import { Portals, pressings } from "./portals.ts";
import { Random } from "./random.ts";
import { isLong } from "../support/long.ts";

/** Every way to press with every way to return, and each trouble; in the long run many times. */
const TRIALS = isLong ? 1_000 : pressings.length * returns.length;
const PEOPLE = isLong ? 20 : 9;
const KILLS = Math.ceil(TRIALS * 0.015);
const SEED = 20_261_134;

interface Line {
  readonly call: "Begin" | "Complete";
  readonly outcome: string;
  readonly paymentId: string | null;
  readonly surname: string | null;
  readonly invoiceNumbers: readonly string[] | null;
}

let portals: Portals;
const reports: Report[] = [];
let lines: readonly Line[];

beforeAll(
  async () => {
    portals = await Portals.shared();
    const crowd = { people: PEOPLE, seed: SEED, disturbances: portals.killings(KILLS) };
    await portals.runTrials(plan(new Random(SEED)), crowd, async (chance) => {
      const payer = new Payer(portals, await portals.signIn(), chance);
      return async (trial) => reports.push(await payer.run(trial));
    });
    lines = readLedger(portals.provider.db) as Line[];
  },
  Math.max(240_000, TRIALS * 1_000),
);

function plan(random: Random): Trial[] {
  const outcomes = ["paid", "paid", "declined", "cancelled", "wrong-address"] as const;
  const more = portals.invoices().slice(TRIALS);
  return planTrials(portals, random, TRIALS, outcomes).map((trial, index) => ({
    ...trial,
    invoices: [...trial.invoices, ...(index % 4 === 0 ? [more[index]!] : [])],
    trouble: index % 6 === 1 ? troubles[Math.floor(index / 6) % troubles.length] : undefined,
    isRecorded: index % 2 === 0,
  }));
}

const callsOf = (call: Line["call"]) => lines.filter((line) => line.call === call);

function groupBy(chosen: readonly Line[], keyOf: (line: Line) => string | null): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of chosen) {
    const key = keyOf(line) ?? "";
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

function stateOf(paymentId: string): string {
  const row = portals.provider.db.prepare("SELECT state FROM payments WHERE payment_id = ?").get(paymentId);
  return String(row?.["state"]);
}

describe(`${TRIALS} payments by ${PEOPLE} impatient people, with ${KILLS} portals killed`, () => {
  it("were all tried, in every combination", () => {
    expect([reports.length, portals.kills]).toEqual([TRIALS, KILLS]);
    for (const pressing of pressings)
      expect(reports.filter(({ trial }) => trial.pressing === pressing).length).toBeGreaterThan(TRIALS / 10);
    for (const returning of returns)
      expect(reports.filter(({ trial }) => trial.returning === returning).length).toBeGreaterThan(
        TRIALS / 10,
      );
    for (const isRecorded of [true, false])
      expect(
        reports.filter(
          ({ shownOutcome, trial }) => shownOutcome === "failed" && trial.isRecorded === isRecorded,
        ).length,
      ).toBeGreaterThan(TRIALS / 10);
    for (const told of ["paid", "failed", "unknown", "not begun"])
      expect(
        reports.some((report) => report.shownOutcome === told),
        told,
      ).toBe(true);
  });

  it("began at most once for each intent", () => {
    const intents = new Set(reports.flatMap(({ intents }) => [...intents]));
    const begins = callsOf("Begin").filter(({ surname }) => intents.has(surname ?? ""));
    expect(begins.length).toBeGreaterThan(TRIALS * 0.7);
    const twice = [...groupBy(begins, ({ surname }) => surname).values()].filter(
      (calls) =>
        calls.findIndex(({ outcome }) => outcome === "started") < calls.length - 1 &&
        calls.some(({ outcome }) => outcome === "started"),
    );
    expect(twice).toEqual([]);
  });

  it("never began a second payment while the first was open or paid", () => {
    const started = callsOf("Begin").filter(({ outcome }) => outcome === "started");
    const perInvoices = [...groupBy(started, ({ invoiceNumbers }) => String(invoiceNumbers)).values()];
    expect(perInvoices.filter((calls) => calls.length > 1)).toEqual([]);
  });

  it("never completed a payment twice", () => {
    const groups = [...groupBy(callsOf("Complete"), ({ paymentId }) => paymentId).values()];
    expect(groups.length).toBeGreaterThan(TRIALS * 0.7);
    expect(groups.filter((calls) => calls.length > 1)).toEqual([]);
  });

  it("showed everybody the true outcome", () => {
    const wronglyShown = reports.filter(({ shownOutcome, paymentId }) => {
      if (shownOutcome === "paid") return stateOf(paymentId ?? "") !== "paid";
      if (shownOutcome === "failed") return stateOf(paymentId ?? "") !== "failed";
      return false;
    });
    expect(wronglyShown).toEqual([]);
  });

  it("showed an unknown outcome only if an answer was lost or a portal was killed", () => {
    const unknownOutcomes = reports.filter(
      ({ shownOutcome }) => shownOutcome === "unknown" || shownOutcome === "not begun",
    );
    expect(unknownOutcomes.filter(({ disturbed, trial }) => !disturbed && !trial.trouble)).toEqual([]);
  });
});
