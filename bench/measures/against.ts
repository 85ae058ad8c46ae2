import { scriptsOf, sum } from "./scripts.ts";
import { alternate, dashboardOf, explained, ratioOf, warmUp } from "./throughput.ts";
import { kilobytes, times, type Finding, type Measure } from "../measure.ts";
import { signIn, type Served } from "../stage.ts";

/** This checkout's dashboard and another's: processor time in turns on the same core, and scripts. */
export const against: Measure = async (stage, { pairs, against: folder, progress }) => {
  if (folder === undefined) throw new Error("Say --against <folder>.");
  const [ours, theirs] = [await stage.startPortal(), await stage.startPortal({ folder })];
  const sides = [await dashboardOf(ours), await dashboardOf(theirs)] as const;
  await warmUp(sides, stage.cores);
  const runs = await alternate(...sides, stage.cores, pairs, progress);
  const bytes = [await bytesOf(ours), await bytesOf(theirs)] as const;
  await Promise.all([stage.stop(ours), stage.stop(theirs)]);
  const time = ratioOf("processor time of a dashboard request", runs, ({ cpuMs }) => cpuMs);
  return [{ ...time, figures: runs }, explained(runs), scriptsFinding(bytes)];
};

function scriptsFinding([ours, theirs]: readonly [number, number]): Finding {
  return {
    what: "scripts of the dashboard's first load, gzip",
    measured: `${times(ours / theirs)} (${kilobytes(ours)} / ${kilobytes(theirs)})`,
  };
}

async function bytesOf(portal: Served): Promise<number> {
  const { dashboard } = await signIn(portal);
  return sum((await scriptsOf(portal, dashboard.text)).first);
}
