import { findProgram } from "./find-program.ts";

/** The servers that tests start; undefined where they can't be had. */
export const findNginx = () => findProgram({ names: ["nginx"], package: "nginx" });
export const findRedis = () => findProgram({ names: ["redis-server"], package: "redis-server" });
