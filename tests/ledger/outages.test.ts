import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "#provider/payments/ledger.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { Payer, planTrials, repeated, type Report } from "./payer.ts";
import { Portals } from "./portals.ts";
import { Random } from "./random.ts";
import { failingFile, failingRedis, moments } from "../support/failing-store.ts";
import { isLong } from "../support/long.ts";

/** The long run does 2,000. `LEDGER_SEED` runs them in a different order. */
const TRIALS = isLong ? 2_000 : 28;
const PEOPLE = isLong ? 20 : 7;
/** In the short run each kind of disturbance once. */
const DISTURBANCES = isLong ? 200 : 7;
const SEED = Number(process.env["LEDGER_SEED"] ?? 20_261_127);
/** Outages: hardly any, longer than a command may take, and longer than a dead instance is waited for. */
const outagesMs = [60, 300, 700, 1_500, 7_000] as const;

type Return = { readonly paymentId?: string };
const isComplete = ({ path }: { readonly path: string }) => path.endsWith("CompletePaymentTransaction");

const stores = [
  { name: "Redis", available: redisAvailable, open: failingRedis, namesPayments: true },
  { name: "SQLite", available: true, open: failingFile, namesPayments: false },
] as const;

for (const { name, available, open, namesPayments } of stores)
  describe.runIf(available)(
    `${TRIALS} payments while ${name} fails and portals are stopped and killed (seed ${SEED})`,
    // They wait most of the time.
    { concurrent: true },
    () => {
      let portals: Portals;
      const reports: Report[] = [];
      let calls: { call: string; outcome: string; paymentId: string; invoiceNumbers: string[] }[];

      beforeAll(
        async () => {
          const store = await open();
          portals = await Portals.start(store, namesPayments);
          const random = new Random(SEED);
          const nextAtCall: (() => void)[] = [];
          const slowComplete = async () => {
            nextAtCall.pop()?.();
            if (random.below(4) === 0)
              await new Promise((resolve) => setTimeout(resolve, 200 + random.below(900)));
          };
          const lengths = random.spread(outagesMs, DISTURBANCES);
          const kinds = random.spread([...moments, "during a call", "kill", "deploy"] as const, DISTURBANCES);
          const disturbances = kinds.map((kind, index) => () => {
            if (kind === "kill") return portals.killAndRestart(index % 2);
            if (kind === "deploy") return portals.deploy(index % 2);
            const ms = lengths.shift()!;
            if (kind !== "during a call") return store.fail(kind, ms);
            return void nextAtCall.push(() => store.fail("at once", ms));
          });
          const trials = planTrials(portals, random, TRIALS, ["paid", "paid", "paid", "declined"]);
          const run = () =>
            portals.runTrials(trials, { people: PEOPLE, seed: SEED, disturbances }, async (chance) => {
              const payer = new Payer(portals, await portals.signIn(), chance);
              return async (trial) => reports.push(await payer.run(trial));
            });
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
        expect(shown.length).toBeGreaterThan(refused.length * (isLong ? 0.9 : 0.5));
      });

      it("logs what stays unknown, by the payment's id", () => {
        const logged = new Set(portals.log.map(({ paymentId }) => paymentId));
        const unknown = returned().filter(({ shownOutcome }) => shownOutcome === "unknown");
        expect(unknown.filter(({ paymentId }) => !logged.has(paymentId))).toEqual([]);
      });
    },
  );
