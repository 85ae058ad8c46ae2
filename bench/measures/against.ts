import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";
import type { RunningPortal } from "../stage.ts";

const MAX_RATIO = 1.03;

/** Compares the processor time for a dashboard request with another version's, which is built in `folder`, with and without the welcome card. In 888d3f49 the welcome was a separate page, not part of the dashboard. */
export const against =
  (folder: string): Measure =>
  async (stage, settings) => {
    const sides = { ours: await stage.startPortal(), theirs: await stage.startPortal({ folder }) };
    const newcomers = "The same with the welcome card";
    const withCard = await dashboardTime(newcomers, stage, sides, settings);
    await Promise.all(Object.values(sides).map(pressGotIt));
    const what = `Processor time of a dashboard, against ${folder}`;
    return [await dashboardTime(what, stage, sides, settings, MAX_RATIO), withCard];
  };

/** Closes the welcome card, if there is one. */
async function pressGotIt({ url, cookie }: RunningPortal): Promise<void> {
  const address = `${url}/dashboard`;
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const form = /<section id="welcome".*?<\/section>/s.exec(page)?.[0];
  if (!form) return;
  const person = /name="person" value="([^"]*)"/.exec(form)?.[1] ?? "";
  const headers = { cookie, origin: url };
  const body = new URLSearchParams({ person });
  const answer = await fetch(address, { method: "POST", redirect: "manual", headers, body });
  if (answer.status !== 303) throw new Error(`'Got it' answered ${answer.status}.`);
}
