import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";

const recorded = { default: "as many traces as by default", all: "a trace of every request" } as const;

/** Processor time of a dashboard request with spans that are sent to a collector, and without. */
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
