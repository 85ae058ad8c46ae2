import { afterAll, beforeAll, expect, it } from "vitest";
import { Portals } from "./portals.ts";
import { Random } from "./random.ts";
import { isLong } from "../support/long.ts";

/** In the long run ten times as many. */
const TRIALS = isLong ? 300 : 30;
const KILLS = Math.ceil(TRIALS * 0.03);
const SEED = 20_261_122;

const pressings = ["once", "twice", "five at once", "two tabs", "reloaded", "hung up"] as const;
/** How numbers end whose answers get lost after the test was begun (docs/scenarios.md). */
const troubles = ["920", "930"] as const;

interface Trial {
  readonly cli: string;
  readonly pressing: (typeof pressings)[number];
}

interface Report extends Trial {
  readonly cookie: string;
  /** Where the person waits: the check's page, or that of a test whose id nobody knows. */
  readonly waitsAt: string;
}

const at = "/services/line-faults";

let portals: Portals;
const reports: Report[] = [];

/** Ten people at once, and now and then a portal that dies. */
beforeAll(async () => {
  portals = await Portals.start({ API_TIMEOUT_SECONDS: "5" }, { lineTestSeconds: 86_400 });
  const random = new Random(SEED);
  const trials = Array.from({ length: TRIALS }, (_, index): Trial => {
    const ending = index % 6 === 1 ? troubles[Math.floor(index / 6) % troubles.length]! : "200";
    return { cli: `01${String(100_000 + index)}${ending}`, pressing: random.pick(pressings) };
  });
  await portals.workOff(
    trials,
    { people: 10, kills: KILLS, seed: SEED },
    // A session for each test: one that waits for a test begins no other.
    async (chance) => async (trial) => reports.push(await run(trial, await portals.signIn(), chance)),
  );
}, 240_000);
afterAll(() => portals.close());

/** One test, wanted by somebody restless who goes on until there is a page that waits for it. */
async function run(trial: Trial, cookie: string, chance: Random): Promise<Report> {
  const { ask, surely } = portals.browser(cookie, chance);
  const open = async () => /name="formInstance" value="([^"]+)"/.exec((await surely(at)).text)?.[1] ?? "";
  const line = { cli: trial.cli, postcode: "YO21 3PU", faultCode: "NDT" };
  const forms = [await open(), trial.pressing === "two tabs" ? await open() : ""];
  const press = (formInstance = forms[0]!) => ask(at, { ...line, formInstance });
  if (trial.pressing === "hung up") await ask(at, { ...line, formInstance: forms[0]! }, chance.below(60));
  if (trial.pressing === "reloaded") await press();
  for (;;) {
    const times = { "five at once": 5, twice: 2 }[trial.pressing as string] ?? 1;
    const pressed = Array.from({ length: times }, () => press());
    if (trial.pressing === "two tabs") pressed.push(press(forms[1]));
    const led = (await Promise.all(pressed)).find((answer) => answer?.location.startsWith(`${at}/`));
    if (!led) continue;
    const wait = await surely(led.location);
    const isWaiting = wait.text.includes("Please wait while we run a line test.");
    return { ...trial, cookie, waitsAt: isWaiting ? led.location : "" };
  }
}

it(`${TRIALS} line tests in every way, with ${KILLS} portals killed: no second test, and the results on either instance`, async () => {
  expect([reports.length, portals.kills]).toEqual([TRIALS, KILLS]);
  const begun = reports.map(({ cli }) =>
    portals.provider.db
      .prepare("SELECT line_fault_check_id AS id FROM line_tests WHERE cli = ?")
      .all(cli)
      .map(({ id }) => `${at}/${String(id)}`),
  );
  const counted = reports.map((report, index) => ({ ...report, begun: begun[index] }));
  expect(counted.filter(({ begun = [] }) => begun.length > 1)).toEqual([]);
  // A portal that dies between its note and the call leaves a test of which nobody knows.
  const isUnknown = ({ begun = [], waitsAt }: (typeof counted)[number]) =>
    begun.length === 0 && waitsAt.endsWith("/new");
  expect(counted.filter((report) => report.begun?.length !== 1 && !isUnknown(report))).toEqual([]);
  expect(reports.filter(({ waitsAt }) => waitsAt === "")).toEqual([]);
  const known = reports.filter(({ waitsAt }) => !waitsAt.endsWith("/new"));
  expect(known.filter(({ waitsAt }) => !begun.flat().includes(waitsAt))).toEqual([]);
  expect(known.length).toBeGreaterThan(TRIALS * 0.7);
  portals.provider.finishLineTests();
  for (const [index, { cli, cookie, waitsAt }] of known.slice(0, 10).entries())
    expect((await portals.ask(index % 2, cookie, waitsAt))?.text).toContain(`Line Check Results for ${cli}`);
});
