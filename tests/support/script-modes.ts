/** Whether a browser's scripts run, are turned off, or fail to load with a 500. */
export const scriptModes = ["on", "off", "broken"] as const;
export type Scripts = (typeof scriptModes)[number];
