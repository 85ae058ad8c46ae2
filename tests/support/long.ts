/** Whether this is the long run (`npm run test:long`): more trials, every content, and scripts off in every journey. */
export const isLong = process.env["LONG"] === "1";
