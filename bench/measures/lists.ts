import { readFileSync } from "node:fs";
import { createWorld } from "../../tests/support/world.ts";
import { times, type Measure } from "../measure.ts";

const FEW = 100;
const MANY = 100_000;
const PAGES = 200;
const WARM_UP = 50;
/** More than measuring the same thing twice differs by. */
const MOST = 1.15;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** What a page of the invoice list costs the portal with few invoices at the provider and with many. */
export const lists: Measure = async (_stage, { progress }) => {
  const few = await costOf(FEW, progress);
  const many = await costOf(MANY, progress);
  const ratio = many / few;
  return [
    {
      what: `processor time of an invoice page, ${MANY} invoices`,
      target: `≤ ${MOST} × ${FEW} invoices`,
      measured: `${times(ratio)} (${many.toFixed(2)} / ${few.toFixed(2)} ms)`,
      met: ratio <= MOST,
      figures: { few, many },
    },
  ];
};

/** Milliseconds of the portal's processor time for a page; the provider runs in this process and does not count. */
async function costOf(invoices: number, progress: (text: string) => void): Promise<number> {
  progress(`${invoices} invoices`);
  const world = await createWorld({ provider: { invoices } });
  try {
    const visitor = world.visitor();
    await visitor.signIn("anna.archer@harbourpine.example");
    await visitor.post("/switch-account", { account: "1001" });
    const load = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const { status } = await visitor.get("/invoices?size=20");
        if (status !== 200) throw new Error(`/invoices answered ${status}`);
      }
    };
    await load(WARM_UP);
    const before = processorMs(world.portal.pid);
    await load(PAGES);
    return (processorMs(world.portal.pid) - before) / PAGES;
  } finally {
    await world.close();
  }
}

/** What a process has used of the processor since its start. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
