import { dashboardTime } from "./dashboard-time.ts";
import type { Measure } from "../measure.ts";

const MAX_RATIO = 1.03;

/** Compares the processor time of a dashboard request with that of another version, which is built in `folder`. */
export const against =
  (folder: string): Measure =>
  async (stage, settings) => {
    const sides = { ours: await stage.startPortal(), theirs: await stage.startPortal({ folder }) };
    return [
      await dashboardTime(
        `Processor time of a dashboard, against ${folder}`,
        stage,
        sides,
        settings,
        MAX_RATIO,
      ),
    ];
  };
