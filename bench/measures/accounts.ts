import { DatabaseSync } from "node:sqlite";
import { processorMs } from "./lists.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { createWorld } from "../../tests/support/world.ts";
import { kilobytes, times, type Measure } from "../measure.ts";
import type { Stage } from "../stage.ts";

const FEW = 100;
const MANY = 10_000;
const CHOICES = 300;
const WARM_UP = 50;
/** More than measuring the same thing twice differs by. */
const MOST = 1.15;

interface Cost {
  /** Milliseconds of the portal's processor time. */
  readonly choosing: number;
  readonly searching: number;
  readonly page: number;
  /** Bytes. */
  readonly choice: number;
  readonly session: number;
}

/** What an employee of many accounts costs the portal beside one of few. */
export const accounts: Measure = async (stage, { progress }) => {
  const few = await costOf(FEW, stage, progress);
  const many = await costOf(MANY, stage, progress);
  const compared = (what: string, name: keyof Cost, shown: (value: number) => string, hasTarget = true) => {
    const ratio = many[name] / few[name];
    const measured = `${times(ratio)} (${shown(many[name])} / ${shown(few[name])})`;
    return hasTarget
      ? { what, target: `≤ ${MOST} × ${FEW} accounts`, measured, met: ratio <= MOST, figures: { few, many } }
      : { what, measured };
  };
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return [
    compared(`Choosing one of ${MANY} accounts, processor time`, "choosing", ms),
    compared("A page after it, processor time", "page", ms),
    compared("Its session in the store", "session", kilobytes),
    compared("Choose Account, bytes", "choice", kilobytes),
    compared("A search of the accounts, processor time", "searching", ms, false),
  ];
};

/** The embedded provider's employee of so many accounts (docs/scenarios.md). */
async function costOf(size: number, stage: Stage, progress: (text: string) => void): Promise<Cost> {
  progress(`${size} accounts`);
  const file = stage.newSessionFile();
  const world = await createWorld({ environment: { SESSION_STORE: `sqlite:${file}` } });
  try {
    const visitor = new Visitor(world.portal.url);
    await visitor.signIn(`accounts-${size}@provider.example`, { employee: true });
    const choice = (await visitor.get("/switch-account")).text.length;
    const cost = async (
      count: number,
      ask: (index: number) => Promise<{ status: number }>,
      status: number,
    ) => {
      const before = processorMs(world.portal.pid);
      for (let index = 0; index < count; index += 1) {
        const answer = await ask(index);
        if (answer.status !== status) throw new Error(`${answer.status} in place of ${status}`);
      }
      return (processorMs(world.portal.pid) - before) / count;
    };
    const choose = (index: number) =>
      visitor.post("/switch-account", { account: String(1001 + (index % 5)) });
    const open = () => visitor.get("/notifications");
    const search = () => visitor.get("/switch-account?filter=brightwater");
    await cost(WARM_UP, choose, 303);
    const choosing = await cost(CHOICES, choose, 303);
    await cost(WARM_UP, open, 200);
    const page = await cost(CHOICES, open, 200);
    await cost(WARM_UP, search, 200);
    const searching = await cost(CHOICES, search, 200);
    return { choosing, searching, page, choice, session: bytesIn(file) };
  } finally {
    await world.close();
  }
}

/** What a store of one session holds. */
function bytesIn(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const { bytes } = db.prepare("SELECT sum(length(value)) AS bytes FROM field").get() as { bytes: number };
  db.close();
  return bytes;
}
