import { SpanKind } from "@opentelemetry/api";
import { inSpan } from "#app/portal-api/spans.ts";
import type { SessionBackend } from "./session-backend.ts";

/** The backend, with a span for each operation that a request waits for. Spans contain no keys and no values. */
export function traceBackend(backend: SessionBackend, system: "redis" | "sqlite"): SessionBackend {
  const kind = system === "redis" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const traced = <Answer>(operation: string, run: () => Promise<Answer>) =>
    inSpan(
      () => ({
        name: `${operation} ${system}`,
        kind,
        attributes: { "db.system.name": system, "db.operation.name": operation },
      }),
      run,
    );
  return {
    load: (...args) => traced("load", () => backend.load(...args)),
    create: (...args) => traced("create", () => backend.create(...args)),
    update: (...args) => traced("update", () => backend.update(...args)),
    swap: (...args) => traced("swap", () => backend.swap(...args)),
    touch: (...args) => traced("touch", () => backend.touch(...args)),
    end: (...args) => traced("end", () => backend.end(...args)),
    claim: (...args) => traced("claim", () => backend.claim(...args)),
    isClaimed: (...args) => traced("isClaimed", () => backend.isClaimed(...args)),
    release: (...args) => traced("release", () => backend.release(...args)),
    addMembers: (...args) => traced("addMembers", () => backend.addMembers(...args)),
    removeMembers: (...args) => traced("removeMembers", () => backend.removeMembers(...args)),
    members: (...args) => traced("members", () => backend.members(...args)),
    takeQuota: (...args) => traced("takeQuota", () => backend.takeQuota(...args)),
    publish: (...args) => traced("publish", () => backend.publish(...args)),
    subscribe: (listener) => backend.subscribe(listener),
    ping: () => backend.ping(),
    usage: () => backend.usage(),
    close: () => backend.close(),
  };
}
