import type { ServerBuild } from "@remix-run/node";
import { pageOf } from "#shared/page-facts.ts";

type Routes = ServerBuild["routes"];

/** Calls `make` once per build, because in development each request may find a newer one. */
export function memoisePerBuild<Result>(
  build: () => Promise<ServerBuild>,
  make: (build: ServerBuild) => Result,
): () => Promise<Result> {
  const cache = new WeakMap<ServerBuild, { readonly result: Result }>();
  return async () => {
    const current = await build();
    const entry = cache.get(current) ?? { result: make(current) };
    cache.set(current, entry);
    return entry.result;
  };
}

/** Calls `make` once per first path segment, with the routes that it can match. Remix takes 0.9 ms to match with all routes, 0.02 ms with these. */
export function memoisePerSegment<Result>(
  build: ServerBuild,
  make: (part: ServerBuild) => Result,
): (path: string) => Result {
  const firstOf = new Map(
    Object.keys(build.routes).map((id) => [id, firstSegment(pageOf(build.routes, id)?.path ?? "")]),
  );
  const knownSegments = new Set(firstOf.values());
  const cache = new Map<string, Result>();
  return (path) => {
    const first = firstSegment(path.replace(/\.data$/, ""));
    // An encoded segment may decode to any name, so it keeps all routes.
    const isEncoded = first.includes("%");
    const unencodedKey = knownSegments.has(first) ? first : "";
    const key = isEncoded ? "%" : unencodedKey;
    const keep = (id: string) => isEncoded || matchesAnyPath(firstOf.get(id)) || firstOf.get(id) === key;
    const result = cache.get(key) ?? make(narrow(build, keep));
    cache.set(key, result);
    return result;
  };
}

/** Layouts without a path, parameters and splats can match any path. */
function matchesAnyPath(first: string | undefined): boolean {
  return first === undefined || first === "" || first.startsWith(":") || first === "*";
}

function narrow(build: ServerBuild, keep: (id: string) => boolean): ServerBuild {
  const only = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => keep(id)));
  return {
    ...build,
    routes: only(build.routes) as Routes,
    assets: { ...build.assets, routes: only(build.assets.routes ?? {}) as ServerBuild["assets"]["routes"] },
  };
}

/** The path's first segment in lower case, because Remix ignores the case of paths. */
function firstSegment(path: string): string {
  return (path.split("/").find((part) => part !== "") ?? "").toLowerCase();
}
