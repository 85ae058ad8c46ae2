import type { Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Live } from "./live/live.ts";
import type { PendingWork } from "./pending-work.ts";

/** After this long, connections that are still open are cut, and what is under way is left: shorter than Kubernetes' 30 s. */
const PATIENCE_MS = 20_000;
/** How often idle connections are looked for. */
const SWEEP_MS = 100;
/** A turn of the event loop that is this short did next to nothing. */
const SHORT_TURN_MS = 1;
/** The longest wait for a quiet moment. */
const QUIET_PATIENCE_MS = 2_000;

/** The answers that the server is at work on. Set up before it listens. */
export function answersUnderWay(server: Server): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.prependListener("request", (_req, res) => {
    answers.add(res);
    res.once("close", () => answers.delete(res));
  });
  return answers;
}

interface Draining {
  readonly server: Server;
  readonly answers: ReadonlySet<ServerResponse>;
  readonly live: Live;
  readonly pendingWork: Pick<PendingWork, "names" | "settled">;
  readonly log: Pick<Logger, "info" | "error">;
}

/**
 * Stops without a failed request: `/readyz` already says 503, so first go on answering until the load balancer
 * has noticed, then end the live streams, take no more connections, and wait for the answers under way and for
 * the work that has no connection (any more). Every answer says that its connection closes: nobody may send the next request into one that does.
 */
export async function drain(
  { server, answers, live, pendingWork, log }: Draining,
  delayMs: number,
): Promise<void> {
  for (const res of answers) sayClose(res);
  server.prependListener("request", (_req, res) => sayClose(res));
  await delay(delayMs);
  live.drain();
  await quietMoment(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node closes what is idle at this moment; a connection whose answer had begun before stays open after it.
  const sweep = setInterval(
    () => void quietMoment(server).then(() => server.closeIdleConnections()),
    SWEEP_MS,
  );
  const timer = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  const until = performance.now() + PATIENCE_MS;
  if (pendingWork.names().length > 0)
    log.info({ work: pendingWork.names() }, "waiting for what is under way");
  await closed;
  await pendingWork.settled(until - performance.now());
  if (pendingWork.names().length > 0) log.error({ work: pendingWork.names() }, "stopped with work under way");
  clearInterval(sweep);
  clearTimeout(timer);
  await live.close();
}

/**
 * Waits for a moment in which nothing has arrived that Node has not read yet: closing would reset it, and a proxy
 * repeats no post that was reset. An immediate comes right after a look at the sockets. A look takes one new connection
 * at most, so there must be one that took none; and where it took long, more may have come during it.
 */
async function quietMoment(server: Server): Promise<void> {
  let taken = 0;
  const count = () => (taken += 1);
  server.on("connection", count);
  const until = performance.now() + QUIET_PATIENCE_MS;
  for (let busy = true; busy && performance.now() < until;) {
    const [before, started] = [taken, performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    busy = taken !== before || performance.now() - started > SHORT_TURN_MS;
  }
  server.off("connection", count);
}

function sayClose(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
}
