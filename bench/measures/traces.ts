import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";

/** Processor time of a dashboard request with all of its spans sent to a collector, and without. */
export const traces: Measure = async (stage, settings) => {
  const sides = { ours: await stage.startPortal({ traces: true }), theirs: await stage.startPortal() };
  return [
    await dashboardTime("Processor time of a dashboard with traces, against none", stage, sides, settings),
  ];
};
