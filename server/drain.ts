import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { stop } from "#shared/limits.ts";
import type { Live } from "./live/live.ts";
import type { PendingWork } from "./pending-work.ts";

const SWEEP_MS = 100;
/** We close a connection that hasn't sent anything by then: browsers open some in advance, and Node doesn't count them as idle. */
const SILENT_MS = 2_000;
/** A shorter turn of the event loop was idle. */
const SHORT_TURN_MS = 1;

/** Live sets of the connections, and of the responses that haven't ended. Call it before the server listens. */
export function trackOpen(server: Server) {
  const open = { sockets: new Set<Socket>(), responses: new Set<ServerResponse>() };
  server.on("connection", (socket) => {
    open.sockets.add(socket);
    socket.once("close", () => open.sockets.delete(socket));
  });
  server.prependListener("request", (_req, res) => {
    open.responses.add(res);
    res.once("close", () => open.responses.delete(res));
  });
  return open;
}

interface Draining {
  readonly server: Server;
  readonly open: ReturnType<typeof trackOpen>;
  readonly live: Live;
  readonly pendingWork: Pick<PendingWork, "names" | "settled" | "stopWaiting">;
  readonly log: Pick<Logger, "info" | "error">;
}

/**
 * Stops the server without failing a request: keeps serving until the load balancer has noticed, ends streams, then
 * waits for whatever is open. Resolves to false if it had to cut off work or an unanswered post; uploads and downloads
 * can be cut off.
 */
export async function drain(
  { server, open, live, pendingWork, log }: Draining,
  { delayMs, timeoutMs }: { readonly delayMs: number; readonly timeoutMs: number },
): Promise<boolean> {
  for (const res of open.responses) setConnectionClose(res);
  server.prependListener("request", (_req, res) => setConnectionClose(res));
  await delay(delayMs);
  live.drain();
  await waitUntilQuiet(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Not earlier, because a page that gives up asks again, and would come back to this instance.
  pendingWork.stopWaiting();
  // `server.close` only closes connections that are idle now; a busy one stays open after its response.
  const sweep = setInterval(
    () => void waitUntilQuiet(server).then(() => server.closeIdleConnections()),
    SWEEP_MS,
  );
  const silentTimer = setTimeout(() => {
    for (const socket of open.sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SILENT_MS);
  const cut: string[] = [];
  const timer = setTimeout(() => {
    for (const res of open.responses)
      if (isUnansweredPost(res)) cut.push(`POST ${res.req.url?.split("?")[0]}`);
    server.closeAllConnections();
  }, timeoutMs);
  const until = performance.now() + timeoutMs;
  if (pendingWork.names().length > 0) log.info({ work: pendingWork.names() }, "waiting for work under way");
  await closed;
  await pendingWork.settled(Math.max(until - performance.now(), stop.afterCutMs));
  cut.push(...pendingWork.names());
  if (cut.length > 0) log.error({ work: cut }, "stopped with work under way");
  clearInterval(sweep);
  clearTimeout(silentTimer);
  clearTimeout(timer);
  await live.close();
  return cut.length === 0;
}

function isUnansweredPost(res: ServerResponse & { readonly locals?: Express.Locals }): boolean {
  return res.req.method === "POST" && !res.headersSent && !res.locals?.files;
}

/**
 * Waits until Node has read everything that has arrived: closing a socket with unread data resets it, and a proxy
 * doesn't repeat a POST after a reset. Node polls before each `setImmediate`, so a turn that doesn't accept a
 * connection had none to accept.
 */
async function waitUntilQuiet(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => (accepted += 1);
  server.on("connection", count);
  const until = performance.now() + stop.quietMs;
  for (let isBusy = true; isBusy && performance.now() < until;) {
    const [before, started] = [accepted, performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    isBusy = accepted !== before || performance.now() - started > SHORT_TURN_MS;
  }
  server.off("connection", count);
}

function setConnectionClose(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
}
