/** True in the long run (`npm run test:long`), which has more trials, and scripts off in every journey. */
export const isLong = process.env["LONG"] === "1";

/** All items in the long run, otherwise only the first. */
export const firstOrAll = <T>(all: readonly T[]): readonly T[] => (isLong ? all : all.slice(0, 1));
