import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "#provider/payments/ledger.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { Payer, pressings, returns, type Report, type Trial } from "./payer.ts";
import { Portals } from "./portals.ts";
import { Random } from "./random.ts";
import { failingFile, failingRedis, moments } from "../support/failing-store.ts";
import { isLong } from "../support/long.ts";

/** In the long run 2,000. `LEDGER_SEED` runs another order of things. */
const TRIALS = isLong ? 2_000 : 60;
const PEOPLE = 20;
const DISTURBANCES = Math.ceil(TRIALS / 10);
const SEED = Number(process.env["LEDGER_SEED"] ?? 20_261_127);
/** Outages: hardly any, longer than a command may take, and longer than a dead instance is waited for. */
const outagesMs = [60, 300, 1_500, 7_000] as const;

type Return = { readonly paymentId?: string };
const isComplete = ({ path }: { readonly path: string }) => path.endsWith("CompletePaymentTransaction");

const stores = [
  { name: "Redis", available: redisAvailable, open: failingRedis },
  { name: "SQLite", available: true, open: failingFile },
] as const;

for (const { name, available, open } of stores)
  describe.runIf(available)(
    `${TRIALS} payments while ${name} fails and portals are stopped and killed (seed ${SEED})`,
    () => {
      let portals: Portals;
      const reports: Report[] = [];
      let calls: { call: string; outcome: string; paymentId: string; invoiceNumbers: string[] }[];

      beforeAll(
        async () => {
          const store = await open();
          // The API's time-out is short, because a stop waits for longer than that.
          portals = await Portals.start({ API_TIMEOUT_SECONDS: "8" }, {}, store);
          const random = new Random(SEED);
          const disturbances = [...moments.map((moment) => () => store.fail(moment, random.pick(outagesMs)))];
          const nextAtCall: (() => void)[] = [];
          const slowComplete = async () => {
            nextAtCall.pop()?.();
            if (random.below(4) === 0)
              await new Promise((resolve) => setTimeout(resolve, 200 + random.below(900)));
          };
          const disturb = async (chance: Random) => {
            const kind = chance.below(disturbances.length + 3);
            if (kind < disturbances.length) return disturbances[kind]!();
            if (kind === disturbances.length) return portals.killAndRestart(chance.below(2));
            if (kind === disturbances.length + 1) return portals.deploy(chance.below(2));
            nextAtCall.push(() => store.fail("at once", chance.pick(outagesMs)));
          };
          const crowd = { people: PEOPLE, kills: DISTURBANCES, seed: SEED };
          const run = () =>
            portals.runTrials(
              planTrials(portals, random),
              crowd,
              async (chance) => {
                const payer = new Payer(portals, await portals.signIn(), chance);
                return async (trial) => reports.push(await payer.run(trial));
              },
              disturb,
            );
          await portals.api.scripted(async (call) => {
            if (isComplete(call)) await slowComplete();
            return undefined;
          }, run);
          calls = readLedger(portals.provider.db) as typeof calls;
        },
        Math.max(240_000, TRIALS * 1_500),
      );
      afterAll(() => portals.close());

      const returned = () => reports.filter(({ paymentId }) => paymentId !== undefined);
      /** The returns that reached the API, by payment. */
      const sent = () =>
        portals.api.calls
          .filter(isComplete)
          .map(({ body }) => String((JSON.parse(body) as Return).paymentId));

      it("tries them all", () => {
        expect(reports.length).toBe(TRIALS);
        expect(returned().length).toBeGreaterThan(TRIALS * 0.7);
        expect(reports.filter(({ shownOutcome }) => shownOutcome === "paid").length).toBeGreaterThan(
          TRIALS / 4,
        );
      });

      it("begins and completes none twice", () => {
        const started = calls.filter(({ call, outcome }) => call === "Begin" && outcome === "started");
        expect(repeated(started.map(({ invoiceNumbers }) => String(invoiceNumbers)))).toEqual([]);
        expect(repeated(sent())).toEqual([]);
      });

      it("tells the API every return, unless the process was killed that was about to", () => {
        const told = new Set(sent());
        const untold = returned().filter(({ paymentId = "" }) => !told.has(paymentId));
        expect(untold.filter(({ killed }) => !killed)).toEqual([]);
        // Between the claim and the call there's next to no time.
        expect(untold.length).toBeLessThanOrEqual(Math.ceil(portals.kills / 20));
      });

      it("shows what the API answered, unless the process was killed that had asked", () => {
        const outcomes = new Map(
          calls.flatMap(({ call, paymentId, outcome }) =>
            call === "Complete" ? [[paymentId, outcome]] : [],
          ),
        );
        const wrong = returned().filter(({ paymentId = "", shownOutcome, killed }) => {
          const answered = outcomes.get(paymentId);
          // A refusal may stay unknown while another payment of the person is open.
          if (shownOutcome === "unknown") return answered === "paid" && !killed;
          return shownOutcome !== answered;
        });
        expect(wrong).toEqual([]);
        const refused = returned().filter(({ paymentId = "" }) => outcomes.get(paymentId) === "failed");
        const shown = refused.filter(({ shownOutcome }) => shownOutcome === "failed");
        expect(shown.length).toBeGreaterThan(refused.length * 0.9);
      });

      it("logs what stays unknown, by the payment's id", () => {
        const logged = new Set(portals.log.map(({ paymentId }) => paymentId));
        const unknown = returned().filter(({ shownOutcome }) => shownOutcome === "unknown");
        expect(unknown.filter(({ paymentId }) => !logged.has(paymentId))).toEqual([]);
      });
    },
  );

function planTrials(portals: Portals, random: Random): Trial[] {
  const numbers = portals.invoices();
  return Array.from({ length: TRIALS }, () => ({
    invoices: numbers.splice(0, 1),
    pressing: random.pick(pressings),
    outcome: random.pick(["paid", "paid", "paid", "declined"] as const),
    returning: random.pick(returns),
    trouble: undefined,
    isRecorded: false,
  }));
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) < index);
}
