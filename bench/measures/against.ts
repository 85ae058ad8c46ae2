import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";

/** Processor time of a dashboard request, of this version and of another that is built in a folder. */
export const against =
  (folder: string): Measure =>
  async (stage, settings) => {
    const sides = { ours: await stage.startPortal(), theirs: await stage.startPortal({ folder }) };
    return [await dashboardTime(`Processor time of a dashboard, against ${folder}`, stage, sides, settings)];
  };
