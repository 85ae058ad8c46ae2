import { load } from "../load.ts";
import { megabytes, times, type Measure } from "../measure.ts";
import type { RunningServer } from "../stage.ts";

const MAX_RATIO = 0.48;
const REQUESTS = 20_000;

/** The peak memory of a fresh server that answers 20,000 requests as fast as it can. */
export const memory: Measure = async (stage, { progress }) => {
  const peakOf = async (server: RunningServer, url: string, headers: Record<string, string>) => {
    const { perSecond } = await load(server.child, stage.cores, {
      url,
      headers,
      amount: { requests: REQUESTS },
    });
    const { peak } = server.child.memory();
    progress(`${url}: ${megabytes(peak)} at ${perSecond.toFixed(0)} requests/s`);
    await stage.stop(server);
    return peak;
  };
  const template = await stage.startTemplate();
  const theirs = await peakOf(template, `${template.url}/`, {});
  const portal = await stage.startPortal();
  const ours = await peakOf(portal, `${portal.url}/dashboard`, { cookie: portal.cookie });
  const ratio = ours / theirs;
  return [
    {
      what: `Peak memory after ${REQUESTS.toLocaleString("en")} requests`,
      target: `≤ ${MAX_RATIO} × template`,
      measured: `${times(ratio)} (${megabytes(ours)} / ${megabytes(theirs)})`,
      met: ratio <= MAX_RATIO,
      figures: { ours, theirs },
    },
  ];
};
