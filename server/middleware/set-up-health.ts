import { Router } from "express";
import type { Logger } from "pino";

export interface Readiness {
  /** True from SIGTERM on, so that the load balancer uses other instances. */
  readonly draining: () => boolean;
  /** Rejects while the session store is unreachable. */
  readonly ping: () => Promise<void>;
  readonly log: Pick<Logger, "warn">;
}

const CACHE_MS = 1_000;

/**
 * `/healthz` checks just the process; `/readyz` checks the session store and draining. Neither checks the portal API,
 * because its outage mustn't take every instance out of service at once (ADR 0007).
 */
export function setUpHealth(readiness: Readiness): Router {
  const router = Router();
  let wasReady = true;
  const storeIsReady = cached(async () => {
    try {
      await readiness.ping();
      wasReady = true;
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      if (wasReady) readiness.log.warn({ err: cause }, "the session store can't be used");
      wasReady = false;
    }
    return wasReady;
  });
  router.get("/healthz", (_req, res) => {
    res.setHeader("Cache-Control", "no-store");
    res.type("text/plain").send("ok\n");
  });
  router.get("/readyz", async (_req, res) => {
    const reason = readiness.draining()
      ? "draining"
      : (await storeIsReady())
        ? undefined
        : "session store down";
    res.setHeader("Cache-Control", "no-store");
    res
      .status(reason ? 503 : 200)
      .type("text/plain")
      .send(`${reason ?? "ready"}\n`);
  });
  return router;
}

/** Checks at most once a second, so that lots of probes don't load the store. */
function cached(check: () => Promise<boolean>): () => Promise<boolean> {
  let result: Promise<boolean> | undefined;
  let checkedAt = 0;
  return () => {
    if (!result || performance.now() - checkedAt > CACHE_MS) {
      checkedAt = performance.now();
      result = check();
    }
    return result;
  };
}
