import { Router } from "express";

export interface Readiness {
  /** True from SIGTERM on: the load balancer must look elsewhere. */
  readonly draining: () => boolean;
  /** Rejects while the session store cannot be reached. */
  readonly ping: () => Promise<void>;
}

/** How long one answer of the store serves further probes. */
const CACHE_MS = 1_000;

/**
 * `/healthz` speaks of the process alone; `/readyz` of the session store and of draining. The portal API is no
 * part of either: its loss must not take every instance out at once (ADR 0007).
 */
export function setUpHealth(readiness: Readiness): Router {
  const router = Router();
  const storeIsReady = cached(() =>
    readiness.ping().then(
      () => true,
      () => false,
    ),
  );
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

/** One question at a time, whose answer serves for a second. */
function cached(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (!answer || Date.now() - askedAt > CACHE_MS) {
      askedAt = Date.now();
      answer = ask();
    }
    return answer;
  };
}
