import type { WithSpan } from "#app/portal-api/spans.ts";
import type { SessionBackend } from "./session-backend.ts";

/** The backend, with a span for each operation that a request waits for. Spans contain no keys and no values. */
export function traceBackend(
  backend: SessionBackend,
  system: "redis" | "sqlite",
  withSpan: WithSpan,
): SessionBackend {
  const traced =
    <Args extends unknown[], Answer>(operation: string, run: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      withSpan(
        () => ({
          name: `${operation} ${system}`,
          kind: system === "redis" ? "client" : "internal",
          attributes: { "db.system.name": system, "db.operation.name": operation },
        }),
        () => run(...args),
      );
  return {
    load: traced("load", backend.load.bind(backend)),
    create: traced("create", backend.create.bind(backend)),
    update: traced("update", backend.update.bind(backend)),
    swap: traced("swap", backend.swap.bind(backend)),
    touch: traced("touch", backend.touch.bind(backend)),
    end: traced("end", backend.end.bind(backend)),
    claim: traced("claim", backend.claim.bind(backend)),
    isClaimed: traced("isClaimed", backend.isClaimed.bind(backend)),
    release: traced("release", backend.release.bind(backend)),
    addMembers: traced("addMembers", backend.addMembers.bind(backend)),
    removeMembers: traced("removeMembers", backend.removeMembers.bind(backend)),
    members: traced("members", backend.members.bind(backend)),
    takeQuota: traced("takeQuota", backend.takeQuota.bind(backend)),
    publish: traced("publish", backend.publish.bind(backend)),
    subscribe: (listener) => backend.subscribe(listener),
    ping: () => backend.ping(),
    usage: () => backend.usage(),
    close: () => backend.close(),
  };
}
