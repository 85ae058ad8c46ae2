import { beforeAll, expect, it } from "vitest";
import { Portals, pressings } from "./portals.ts";
import { Random } from "./random.ts";
import { isLong } from "../support/long.ts";

const TRIALS = isLong ? 300 : 18;
const PEOPLE = isLong ? 10 : 6;
const KILLS = Math.ceil(TRIALS * 0.03);
const SEED = 20_261_122;

/** Endings of numbers for which the answer gets lost after the test has begun (docs/scenarios.md). */
const troubles = ["920", "930"] as const;

interface Trial {
  readonly cli: string;
  readonly pressing: (typeof pressings)[number];
}

interface Report extends Trial {
  readonly cookie: string;
  /** The page that waits for the result: the check's, or that of a test whose id is unknown. */
  readonly waitsAt: string;
}

const basePath = "/services/line-faults";

let portals: Portals;
const reports: Report[] = [];

/** They run in parallel, while portals are killed now and then. */
beforeAll(async () => {
  portals = await Portals.shared();
  const presses = new Random(SEED).spread(pressings, TRIALS);
  const trials = Array.from({ length: TRIALS }, (_, index): Trial => {
    const ending = index % 6 === 1 ? troubles[Math.floor(index / 6) % troubles.length]! : "200";
    return { cli: `01${String(100_000 + index)}${ending}`, pressing: presses[index]! };
  });
  await portals.runTrials(
    trials,
    { people: PEOPLE, seed: SEED, disturbances: portals.killings(KILLS) },
    // A session for each test, because a session that waits for a test can't begin another.
    async (chance) => async (trial) => reports.push(await run(trial, await portals.signIn(), chance)),
  );
}, 240_000);

/** Requests one test, as an impatient person does, until a page waits for its result. */
async function run(trial: Trial, cookie: string, chance: Random): Promise<Report> {
  const { ask, askUntilAnswered } = portals.browser(cookie, chance);
  const open = async () =>
    /name="formInstance" value="([^"]+)"/.exec((await askUntilAnswered(basePath)).text)?.[1] ?? "";
  const line = { cli: trial.cli, postcode: "YO21 3PU", faultCode: "NDT" };
  const forms = [await open(), trial.pressing === "two tabs" ? await open() : ""];
  const press = (formInstance = forms[0]!) => ask(basePath, { ...line, formInstance });
  if (trial.pressing === "hung up")
    await ask(basePath, { ...line, formInstance: forms[0]! }, chance.below(60));
  if (trial.pressing === "reloaded") await press();
  for (;;) {
    const times = { "five at once": 5, twice: 2 }[trial.pressing as string] ?? 1;
    const pressed = Array.from({ length: times }, () => press());
    if (trial.pressing === "two tabs") pressed.push(press(forms[1]));
    const accepted = (await Promise.all(pressed)).find((answer) =>
      answer?.location.startsWith(`${basePath}/`),
    );
    if (!accepted) continue;
    const wait = await askUntilAnswered(accepted.location);
    const isWaiting = wait.text.includes("Please wait while we run a line test.");
    return { ...trial, cookie, waitsAt: isWaiting ? accepted.location : "" };
  }
}

it(`${TRIALS} line tests, with ${KILLS} portals killed: no test begins twice, and either instance shows the results`, async () => {
  expect([reports.length, portals.kills]).toEqual([TRIALS, KILLS]);
  const begun = reports.map(({ cli }) =>
    portals.provider.db
      .prepare("SELECT line_fault_check_id AS id FROM line_tests WHERE cli = ?")
      .all(cli)
      .map(({ id }) => `${basePath}/${String(id)}`),
  );
  const counted = reports.map((report, index) => ({ ...report, begun: begun[index] }));
  expect(counted.filter(({ begun = [] }) => begun.length > 1)).toEqual([]);
  // A portal that is killed between storing its intent and the call leaves a test whose fate is unknown.
  const isUnknown = ({ begun = [], waitsAt }: (typeof counted)[number]) =>
    begun.length === 0 && waitsAt.endsWith("/new");
  expect(counted.filter((report) => report.begun?.length !== 1 && !isUnknown(report))).toEqual([]);
  expect(reports.filter(({ waitsAt }) => waitsAt === "")).toEqual([]);
  const withKnownId = reports.filter(({ waitsAt }) => !waitsAt.endsWith("/new"));
  expect(withKnownId.filter(({ waitsAt }) => !begun.flat().includes(waitsAt))).toEqual([]);
  expect(withKnownId.length).toBeGreaterThan(TRIALS * 0.5);
  portals.provider.finishLineTests();
  for (const [index, { cli, cookie, waitsAt }] of withKnownId.slice(0, 10).entries())
    expect((await portals.ask(index % 2, cookie, waitsAt))?.text).toContain(`Line Check Results for ${cli}`);
});
