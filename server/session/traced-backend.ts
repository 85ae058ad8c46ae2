import { SpanKind } from "@opentelemetry/api";
import { inSpan } from "#shared/portal-api/spans.ts";
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
    change: (...args) => traced("change", () => backend.change(...args)),
    end: (...args) => traced("end", () => backend.end(...args)),
    takeQuota: (...args) => traced("takeQuota", () => backend.takeQuota(...args)),
    publish: (...args) => traced("publish", () => backend.publish(...args)),
    subscribe: (listener) => backend.subscribe(listener),
    ping: () => backend.ping(),
    usage: () => backend.usage(),
    close: () => backend.close(),
    former: backend.former,
  };
}
