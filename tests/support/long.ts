/** Whether this is the long run (`npm run test:long`): more trials, every content, and scripts off in every journey. */
export const isLong = process.env["LONG"] === "1";

/** In the long run all of these, else the first. */
export const firstOrAll = <T>(all: readonly T[]): readonly T[] => (isLong ? all : all.slice(0, 1));
