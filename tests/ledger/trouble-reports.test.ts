import { beforeAll, expect, it } from "vitest";
import { readTroubleReports } from "#provider/line-faults/trouble-reports.ts";
import { insert } from "#provider/store/store.ts";
import { Portals, pressings as usualPressings } from "./portals.ts";
import { Random } from "./random.ts";
import { isLong } from "../support/long.ts";

const TRIALS = isLong ? 300 : 18;
const PEOPLE = isLong ? 10 : 6;
/** Only in the long run: what a killed portal may have sent is sent again after three minutes. */
const KILLS = isLong ? Math.ceil(TRIALS * 0.03) : 0;
const SEED = 20_261_123;

const pressings = [...usualPressings, "two people"] as const;
/** Fault descriptions for which the answer gets lost after the report was logged (docs/scenarios.md). */
const troubles = ["TooSlow", "Lost", "Late500"] as const;

interface Trial {
  readonly id: string;
  readonly pressing: (typeof pressings)[number];
  readonly description: string;
}

interface Report extends Trial {
  readonly shownOutcome: string;
}

const basePath = "/services/line-faults";

let portals: Portals;
const reports: Report[] = [];

/** Stores a finished test of a line with a fault and Line Assurance; returns its id. */
function endedTest(index: number): string {
  const times = { begun_at: Date.now(), due_at: Date.now() };
  const check = { client_id: "1001", failure: null, finished_at: times.due_at };
  const id = insert(portals.provider.db, "line_fault_checks", check);
  insert(portals.provider.db, "line_tests", {
    ...{ line_fault_check_id: id, client_id: "1001", postcode: "YO21 3PU", fault_code: "NDT" },
    ...{ ...times, cli: `019${String(10_000 + index)}450`, ended_at: times.due_at },
  });
  return String(id);
}

/** They run in parallel; in the long run portals are killed meanwhile. */
beforeAll(async () => {
  portals = await Portals.shared();
  const presses = new Random(SEED).spread(pressings, TRIALS);
  const trials = Array.from({ length: TRIALS }, (_, index): Trial => {
    const description = index % 6 === 1 ? troubles[Math.floor(index / 6) % troubles.length]! : "No dial tone";
    return { id: endedTest(index), pressing: presses[index]!, description };
  });
  await portals.runTrials(
    trials,
    { people: PEOPLE, seed: SEED, disturbances: portals.killings(KILLS) },
    async (chance) => {
      const cookies = [await portals.signIn(), await portals.signIn()];
      return async (trial) => reports.push(await run(trial, cookies, chance));
    },
  );
}, 480_000);

/** Logs one trouble report, as an impatient person or two colleagues do, until it exists. */
async function run(trial: Trial, cookies: readonly string[], chance: Random): Promise<Report> {
  const isOfTwo = trial.pressing === "two people";
  const told = await Promise.all(
    cookies.slice(0, isOfTwo ? 2 : 1).map((cookie) => book(trial, cookie, chance)),
  );
  return { ...trial, shownOutcome: told.sort().join() };
}

async function book({ id, pressing, description }: Trial, cookie: string, chance: Random): Promise<string> {
  const { ask, askUntilAnswered } = portals.browser(cookie, chance);
  const check = `${basePath}/${id}`;
  for (let tries = 0; tries < 8; tries += 1) {
    const page = await askUntilAnswered(`${check}/collect-data`);
    if (page.location.startsWith("/tickets/")) return "ticket";
    if (page.location !== "") {
      const days = await askUntilAnswered(`${check}/engineer-appointment`);
      const [, slot = ""] = /name="slot"[^>]*value="([^"]+ [ap]m)"/.exec(days.text) ?? [];
      await askUntilAnswered(`${check}/engineer-appointment`, { slot });
      continue;
    }
    const fields = {
      shownSlot: /name="shownSlot" value="([^"]*)"/.exec(page.text)?.[1] ?? "",
      ...{ firstName: "Anna", lastName: "Archer", contactTelephone: "07700900123" },
      problemDescription: description,
    };
    const press = () => ask(`${check}/collect-data`, fields);
    const times = { "five at once": 5, twice: 2, "two tabs": 2 }[pressing as string] ?? 1;
    if (pressing === "hung up") await ask(`${check}/collect-data`, fields, chance.below(60));
    if (pressing === "reloaded") await press();
    await Promise.all(Array.from({ length: times }, press));
    let wait = await askUntilAnswered(`${check}/booking`);
    while (wait.status === 200) wait = await askUntilAnswered(`${check}/booking`);
    if (wait.location.endsWith("/success"))
      return (await askUntilAnswered(`${check}/success`)).status === 200 ? "success" : "lost";
  }
  return "not done";
}

it(`${TRIALS} trouble reports, with ${KILLS} portals killed: one ticket each, and never a second call`, () => {
  expect([reports.length, portals.kills]).toEqual([TRIALS, KILLS]);
  const calls = readTroubleReports(portals.provider.db);
  const perCheck = reports.map(({ id }) => calls.filter(({ checkId }) => checkId === id));
  expect(perCheck.filter((lines) => lines.length > 1)).toEqual([]);
  expect(perCheck.filter(([line]) => line?.outcome !== "logged")).toEqual([]);
  const isShownAsLogged = ({ shownOutcome }: Report) => /^((success|ticket),?)+$/.test(shownOutcome);
  expect(reports.filter((report) => !isShownAsLogged(report))).toEqual([]);
});
