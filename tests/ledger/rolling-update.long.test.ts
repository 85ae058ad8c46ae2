import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger, type LedgerEntry } from "#provider/payments/ledger.ts";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { Payer, planTrials, repeated, type Report } from "./payer.ts";
import { Portals } from "./portals.ts";
import { Random } from "./random.ts";
import { failingFile, failingRedis } from "../support/failing-store.ts";
import { root } from "../support/portal-process.ts";
import { textOf, Visitor } from "../support/visitor.ts";

// Delete this file with server/session/former.ts. It needs the history of the repository.
const FORMER = "e3bde6a9";
const former = `${root}build/former-portal`;
const TRIALS = 240;
const PEOPLE = 12;
/** How many payers begin in each phase and return in the next, and how many in the one after it. */
const HELD = [3, 2] as const;
const SEED = Number(process.env["LEDGER_SEED"] ?? 47);

const isComplete = ({ path }: { readonly path: string }) => path.endsWith("CompletePaymentTransaction");

beforeAll(() => {
  rmSync(former, { recursive: true, force: true });
  mkdirSync(former, { recursive: true });
  execFileSync("sh", ["-c", `git archive ${FORMER} | tar -x -C ${former}`], { cwd: root });
  execFileSync("npm", ["run", "--silent", "build"], { cwd: former, stdio: "pipe" });
}, 240_000);
afterAll(() => rmSync(former, { recursive: true, force: true }));

const stores = [
  { name: "Redis", available: redisAvailable, open: failingRedis, namesPayments: true },
  { name: "SQLite", available: true, open: failingFile, namesPayments: false },
] as const;

for (const { name, available, open, namesPayments } of stores)
  describe.runIf(available)(`from the former build to this one, back and here again, on ${name}`, () => {
    let portals: Portals;
    const reports: Report[] = [];
    /** What wasn't there any more after a deploy. */
    const lost: string[] = [];

    beforeAll(async () => {
      portals = await Portals.start(await open(), namesPayments, former);
      const random = new Random(SEED);
      const all = planTrials(portals, random, TRIALS + 4 * (HELD[0] + HELD[1]), [
        "paid",
        "paid",
        "paid",
        "declined",
      ]);
      const trials = all.splice(0, TRIALS);
      const spare = portals.invoices().slice(-8);

      /** Begins a payment, and returns from the card provider when the result is called. */
      const begin = async () => {
        const payer = new Payer(portals, await portals.signIn(), new Random(SEED + all.length));
        const [begun, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const atCardProvider = () => (begun.resolve(), back.promise);
        const done = payer.run(all.pop()!, atCardProvider).then((report) => void reports.push(report));
        await Promise.race([begun.promise, done]);
        return () => (back.resolve(), done);
      };
      const beginMany = (count: number) => Promise.all(Array.from({ length: count }, begin));

      let checks: (() => Promise<void>)[] = [];
      let returns: (() => Promise<void>)[][] = [];
      const phase =
        (build: string, accepts = false) =>
        async () => {
          for (const check of checks) await check();
          for (const comeBack of returns.shift() ?? []) await comeBack();
          const visitor = new Visitor(portals.url);
          visitor.setCookie("session", await portals.signIn());
          checks = (await make(portals, visitor, spare.splice(0, 2), accepts)).map(
            ([what, isKept]) =>
              async () =>
                void ((await isKept()) || lost.push(`${what} of ${build}`)),
          );
          returns = [[...(returns[0] ?? []), ...(await beginMany(HELD[0]))], await beginMany(HELD[1])];
        };
      const deploy = (folder: string) =>
        [0, 1].map((which) => () => ((portals.folder = folder), portals.deploy(which)));
      const disturbances = [
        phase("the former build", true),
        ...deploy(root),
        phase("this build"),
        ...deploy(former),
        phase("the former build again"),
        ...deploy(root),
        phase("this build again"),
        async () => {
          for (const check of checks) await check();
          for (const comeBack of returns.flat()) await comeBack();
        },
      ];
      await portals.api.scripted(
        async (call) => {
          if (call.method === "PUT" && call.path.startsWith("/Contact")) return { status: 404 };
          if (isComplete(call) && random.below(4) === 0)
            await new Promise((resolve) => setTimeout(resolve, 200 + random.below(900)));
          return undefined;
        },
        () =>
          portals.runTrials(trials, { people: PEOPLE, seed: SEED, disturbances }, async (chance) => {
            const payer = new Payer(portals, await portals.signIn(), chance);
            return async (trial) => reports.push(await payer.run(trial));
          }),
      );
    }, 900_000);
    afterAll(() => portals.close());

    it("nobody is signed out, and no draft, consent, acceptance or tick is lost", () => {
      expect(lost).toEqual([]);
    });

    it("each payment is begun and sent once, each return is sent, and its outcome shown", () => {
      expect(reports).toHaveLength(TRIALS + 4 * (HELD[0] + HELD[1]));
      const calls = readLedger(portals.provider.db) as LedgerEntry[];
      const started = calls.filter(({ call, outcome }) => call === "Begin" && outcome === "started");
      expect(repeated(started.map(({ invoiceNumbers }) => String(invoiceNumbers)))).toEqual([]);
      const sent = portals.api.calls
        .filter(isComplete)
        .map(({ body }) => String((JSON.parse(body) as { paymentId?: string }).paymentId));
      expect(repeated(sent)).toEqual([]);
      const returned = reports.filter(({ paymentId }) => paymentId !== undefined);
      expect(returned.length).toBeGreaterThan(TRIALS * 0.7);
      expect(returned.filter(({ paymentId = "" }) => !sent.includes(paymentId))).toEqual([]);
      const outcomes = new Map(
        calls.flatMap(({ call, paymentId, outcome }) =>
          call === "Complete" ? [[paymentId, outcome] as const] : [],
        ),
      );
      // A refusal may stay unknown while another payment of the person is open.
      const isWrong = ({ paymentId = "", shownOutcome }: Report) =>
        shownOutcome === "unknown"
          ? outcomes.get(paymentId) === "paid"
          : shownOutcome !== outcomes.get(paymentId);
      expect(returned.filter(isWrong)).toEqual([]);
    });

    it("no other error is logged", () => {
      const errors = portals.log.filter(({ level, paymentId }) => level === "error" && !paymentId);
      expect(errors).toEqual([]);
    });
  });

/** Makes a draft, a Direct Debit's consent and a choice of invoices, and accepts a quote if told to; each with whether it's still there. */
async function make(portals: Portals, visitor: Visitor, ticked: readonly string[], accepts: boolean) {
  const idOf = (query: string) => String(Object.values(portals.provider.db.prepare(query).get() ?? {})[0]);
  const contact = `/account/contacts/${idOf("SELECT contact_id FROM contacts WHERE client_id = '1001' AND first_names = 'Greta' AND is_employee = 0")}`;
  const quote = `/products/quotes/${idOf("SELECT quote_id FROM quotes WHERE client_id = '1001' AND details = 'Five versions'")}`;
  const position = `Draft ${ticked.join()}`;
  const form = "main form[method=post]";
  await visitor.submit(await visitor.get(contact), form, { position });
  await visitor.post("/invoices/direct-debit", {
    account: "1001",
    accountHolderConfirm: "true",
    accountAuthConfirm: "true",
  });
  const fields = [["account", "1001"], ["next", "proceed"], ...ticked.map((number) => ["select", number])];
  await visitor.post("/invoices/make-a-payment", new URLSearchParams(fields as [string, string][]));
  if (accepts) await visitor.submit(await visitor.get(`${quote}/accept?version=5`), form);
  return [
    ["the draft", async () => (await visitor.get(contact)).$("input[name=position]").val() === position],
    ["the consent", async () => (await visitor.get("/invoices/direct-debit/details")).status === 200],
    ["the acceptance", async () => /by email to/.test(textOf(await visitor.get(quote)))],
    [
      "the choice of invoices",
      async () => {
        const review = textOf(await visitor.get("/invoices/payment-summary"));
        return ticked.every((number) => review.includes(number));
      },
    ],
  ] as const;
}
