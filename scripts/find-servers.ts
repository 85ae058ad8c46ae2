import { findProgram } from "./find-program.ts";

/** The servers that tests start, undefined where there is none and none can be installed. */
export const findNginx = () => findProgram({ names: ["nginx"], package: "nginx" });
export const findRedis = () => findProgram({ names: ["redis-server"], package: "redis-server" });
