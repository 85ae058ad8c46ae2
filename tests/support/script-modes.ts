/** Scripts in a browser run, are switched off, or fail to load with a 500. */
export const scriptModes = ["on", "off", "broken"] as const;
export type Scripts = (typeof scriptModes)[number];
