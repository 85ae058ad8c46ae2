import { beforeAll, expect, it } from "vitest";
import { readMandateLedger } from "#provider/direct-debits/mandate-ledger.ts";
import { Portals, pressings } from "./portals.ts";
import { Random } from "./random.ts";
import { isLong } from "../support/long.ts";

const TRIALS = isLong ? 300 : 18;
const PEOPLE = isLong ? 10 : 6;
const KILLS = Math.ceil(TRIALS * 0.03);
const SEED = 20_261_121;

/** Account names for which the answer gets lost after the mandate was created (docs/scenarios.md). */
const troubles = ["TooSlow", "Lost", "Late500"] as const;

interface Trial {
  readonly number: string;
  readonly linkId: string;
  readonly pressing: (typeof pressings)[number];
  readonly name: string;
}

interface Report extends Trial {
  readonly shownOutcome: "done" | "not done";
  readonly disturbed: boolean;
}

const basePath = "/invoices/direct-debit";

let portals: Portals;
const reports: Report[] = [];

/** They run in parallel, while portals are killed now and then. */
beforeAll(async () => {
  portals = await Portals.shared();
  const presses = new Random(SEED).spread(pressings, TRIALS);
  const trials = Array.from({ length: TRIALS }, (_, index): Trial => {
    const number = `TRI${String(index).padStart(4, "0")}`;
    const { lastInsertRowid } = portals.provider.db
      .prepare(
        "INSERT INTO sage_accounts (client_id, number, option_text, company_id, company_name) VALUES ('1001', ?1, ?1 || ' - Trial - Larkfield Voice Ltd', 1, 'Larkfield Voice Ltd')",
      )
      .run(number);
    const name = index % 6 === 1 ? troubles[Math.floor(index / 6) % troubles.length]! : "TRIAL";
    return { number, linkId: String(lastInsertRowid), pressing: presses[index]!, name };
  });
  await portals.runTrials(
    trials,
    { people: PEOPLE, seed: SEED, disturbances: portals.killings(KILLS) },
    async (chance) => {
      const cookie = await portals.signIn();
      return async (trial) => reports.push(await run(trial, cookie, chance));
    },
  );
}, 240_000);

/** Sets up one direct debit, as an impatient person does, until it exists or is impossible. */
async function run(trial: Trial, cookie: string, chance: Random): Promise<Report> {
  const wasUndisturbed = portals.watchDisturbances();
  const { ask, askUntilAnswered } = portals.browser(cookie, chance);
  const yes = { accountHolderConfirm: "true", accountAuthConfirm: "true" };
  await askUntilAnswered(basePath, yes);
  await askUntilAnswered(`${basePath}/details`, {
    ...{ ...yes, rowVersion: "", sageAccountLinkId: trial.linkId, bankAccountName: trial.name },
    ...{ bankSortCode: "089999", bankAccountNumber: "66374958" },
  });
  const report = (shownOutcome: Report["shownOutcome"]) => ({
    ...trial,
    shownOutcome,
    disturbed: !wasUndisturbed(),
  });
  let fields = { directDebit: "" };
  for (let tries = 0; tries < 4; tries += 1) {
    const page = await askUntilAnswered(`${basePath}/confirmation`);
    // If an earlier press has created it, the next press of the same page leads to its success.
    if (page.status === 200)
      fields = { directDebit: /name="directDebit" value="([^"]+)"/.exec(page.text)?.[1] ?? "" };
    const press = () => ask(`${basePath}/confirmation`, fields);
    const times = { "five at once": 5, twice: 2, "two tabs": 2 }[trial.pressing as string] ?? 1;
    if (trial.pressing === "hung up") await ask(`${basePath}/confirmation`, fields, chance.below(60));
    if (trial.pressing === "reloaded") await press();
    const answers = await Promise.all(Array.from({ length: times }, press));
    const done = answers.find((answer) => answer?.location.endsWith("/success"));
    if (done) return report((await askUntilAnswered(done.location)).status === 200 ? "done" : "not done");
  }
  return report("not done");
}

it(`${TRIALS} direct debits, with ${KILLS} portals killed: one mandate each, and never a second call`, () => {
  expect([reports.length, portals.kills]).toEqual([TRIALS, KILLS]);
  const creates = readMandateLedger(portals.provider.db);
  const perAccount = reports.map(({ number }) => creates.filter((line) => line.number === number));
  expect(perAccount.filter((lines) => lines.length > 1)).toEqual([]);
  const undone = reports.filter(({ shownOutcome, disturbed }) => shownOutcome === "not done" && !disturbed);
  expect(undone).toEqual([]);
  const wronglyShown = reports.filter(
    ({ shownOutcome }, index) => shownOutcome === "done" && perAccount[index]?.[0]?.outcome !== "saved",
  );
  expect(wronglyShown).toEqual([]);
  expect(reports.filter(({ shownOutcome }) => shownOutcome === "done").length).toBeGreaterThan(TRIALS * 0.7);
});

it("the session files don't contain the account number in plain text", () => {
  expect(portals.sessionBytes().filter((bytes) => bytes.includes("66374958"))).toEqual([]);
});
