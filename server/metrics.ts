import { createServer, type Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { SessionService } from "./session/sessions.ts";

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics() {
  const registry = new Registry();
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  const calls = new Histogram({
    name: "portal_api_call_duration_seconds",
    help: "Duration of upstream calls by operation and outcome",
    labelNames: ["call", "outcome"],
    buckets: SECONDS,
    registers: [registry],
  });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const deviations = counter(
    "portal_api_deviations_total",
    "Responses in which a displayed field broke the contract, by operation and field",
    ["call", "field"],
  );
  const background = counter("background_work_total", "Background work, by name and outcome", [
    "work",
    "outcome",
  ]);
  const signIns = counter("sign_ins_total", "Sign-ins, by outcome", ["outcome"]);
  const breakers = new Gauge({
    name: "api_breaker_open",
    help: "1 while calls are held back because they keep timing out, by operation",
    labelNames: ["call"],
    registers: [registry],
  });
  const streams = new Gauge({ name: "live_streams", help: "Open live event streams", registers: [registry] });
  return {
    /** One finished request. `route` is a pattern, so that made-up addresses can't create endless labels. */
    observeRequest: (method: string, route: string, status: number, seconds: number) =>
      requests.observe({ method, route, status }, seconds),
    observeCall: (call: string, outcome: string, ms: number) => calls.observe({ call, outcome }, ms / 1_000),
    /** Counts a display-only field in an API answer that didn't match its schema. */
    countDeviation: (call: string, field: string) => deviations.inc({ call, field }),
    /** Whether calls to this upstream operation fail immediately because earlier ones hung. */
    setBreaker: (call: string, isOpen: boolean) => breakers.set({ call }, isOpen ? 1 : 0),
    setStreams: (count: number) => streams.set(count),
    /** Counts a sign-in: 'let in', 'refused', or 'unreachable' if it couldn't begin. */
    countSignIn: (outcome: string) => signIns.inc({ outcome }),
    countBackground: (work: string, outcome: "done" | "failed") => background.inc({ work, outcome }),
    watchStore: (store: Store) => watchStore(registry, store),
    listen: (port: number, host: string) => listen(registry, port, host),
  };
}

type Store = Pick<SessionService, "ping" | "usage">;

/** Asks the session store at each scrape whether it works, and how big it is. */
function watchStore(registry: Registry, store: Store): void {
  const up = new Gauge({
    name: "session_store_up",
    help: "1 while the session store can be written to, otherwise 0",
    registers: [registry],
    async collect() {
      const isUp = await store.ping().then(
        () => true,
        () => false,
      );
      up.set(isUp ? 1 : 0);
    },
  });
  const bytes = new Gauge({
    name: "session_store_bytes",
    help: "Bytes used by the session store, and its own limit (0 means no limit)",
    labelNames: ["of"],
    registers: [registry],
    async collect() {
      // Redis only says so to users who can run INFO.
      const current = await store.usage().catch(() => undefined);
      bytes.reset();
      if (!current) return;
      bytes.set({ of: "used" }, current.bytes);
      bytes.set({ of: "limit" }, current.limit);
    },
  });
}

/** Serves `/metrics` on its own port. Resolves with the server, or undefined if the port is 0. */
async function listen(registry: Registry, port: number, host: string): Promise<Server | undefined> {
  if (port === 0) return undefined;
  collectDefaultMetrics({ register: registry });
  const stopWatching = watchLoop(registry);
  const server = createServer((req, res) => {
    if (req.url !== "/metrics") return void res.writeHead(404).end();
    void registry
      .metrics()
      .then((text) => res.writeHead(200, { "content-type": registry.contentType }).end(text));
  });
  server.once("close", stopWatching);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return server;
}

const LOOP_STEP_MS = 10;

/** Records the longest delay in each second, because an average would hide a delay that every request waited for. */
function watchLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: "event_loop_delay_seconds",
    help: "Longest event-loop delay in each second",
    buckets: SECONDS,
    registers: [registry],
  });
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
  loopDelay.enable();
  const timer = setInterval(() => {
    if (loopDelay.count > 0) delays.observe(Math.max(0, loopDelay.max / 1e9 - LOOP_STEP_MS / 1_000));
    loopDelay.reset();
  }, 1_000).unref();
  return () => {
    clearInterval(timer);
    loopDelay.disable();
  };
}
