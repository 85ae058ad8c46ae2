import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Live } from "./live/live.ts";

/** After this long, connections that are still open are cut: shorter than Kubernetes' 30 s. */
const PATIENCE_MS = 20_000;

/**
 * Stops without a failed request: `/readyz` already says 503, so first go on answering until the load balancer
 * has noticed, then end the live streams, take no more connections, and wait for the answers under way.
 */
export async function drain(server: Server, live: Live, delayMs: number): Promise<void> {
  server.prependListener("request", (_req, res) => res.setHeader("Connection", "close"));
  await delay(delayMs);
  live.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearTimeout(timer);
  await live.close();
}
