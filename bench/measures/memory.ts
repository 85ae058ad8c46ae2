import { load } from "../load.ts";
import { megabytes, times, type Measure } from "../measure.ts";
import type { Served } from "../stage.ts";

const MOST = 0.42;
const REQUESTS = 20_000;

/** The most memory that a fresh server ever held while it answered 20,000 requests as fast as it could. */
export const memory: Measure = async (stage, { progress }) => {
  const peakOf = async (served: Served, url: string, headers: Record<string, string>) => {
    const { perSecond } = await load(served.child, stage.cores, {
      url,
      headers,
      amount: { requests: REQUESTS },
    });
    const { peak } = served.child.memory();
    progress(`${url}: ${megabytes(peak)} at ${perSecond.toFixed(0)} requests/s`);
    await stage.stop(served);
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
      target: `≤ ${MOST} × template`,
      measured: `${times(ratio)} (${megabytes(ours)} / ${megabytes(theirs)})`,
      met: ratio <= MOST,
      figures: { ours, theirs },
    },
  ];
};
