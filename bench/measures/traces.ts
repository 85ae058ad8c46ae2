import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";

const recorded = { default: "as many traces as by default", all: "a trace of every request" } as const;

/** The processor time for a dashboard request with and without spans that are sent to a collector. */
export const traces: Measure = async (stage, settings) => {
  const findings = [];
  for (const kind of ["default", "all"] as const) {
    const sides = { ours: await stage.startPortal({ traces: kind }), theirs: await stage.startPortal() };
    const what = `Processor time of a dashboard with ${recorded[kind]}, against none`;
    findings.push(await dashboardTime(what, stage, sides, settings));
    await Promise.all([stage.stop(sides.ours), stage.stop(sides.theirs)]);
  }
  return findings;
};
