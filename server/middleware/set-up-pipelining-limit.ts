import type { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { MAX_PIPELINED_REQUESTS } from "#shared/limits.ts";

/** Closes a connection with too many unanswered requests: Node begins up to 2,500 from one packet. No browser or proxy needs more. */
export function setUpPipeliningLimit(log: Logger): RequestHandler {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  return ({ socket }, res, next) => {
    const count = add(socket, 1);
    if (count === MAX_PIPELINED_REQUESTS + 1)
      log.warn(
        { limit: MAX_PIPELINED_REQUESTS },
        "a connection with too many unanswered requests was closed",
      );
    if (count > MAX_PIPELINED_REQUESTS) return void socket.destroy();
    res.once("close", () => add(socket, -1));
    next();
  };
}
