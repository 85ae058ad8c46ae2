import type { ServerBuild } from "@remix-run/node";
import { pageOf } from "#app/document/page-facts.ts";

type Routes = ServerBuild["routes"];

/** Calls `make` once per build, since in development each request may find a newer build. */
export function memoisePerBuild<Made>(
  build: () => Promise<ServerBuild>,
  make: (build: ServerBuild) => Made,
): () => Promise<Made> {
  const known = new WeakMap<ServerBuild, { readonly made: Made }>();
  return async () => {
    const current = await build();
    const entry = known.get(current) ?? { made: make(current) };
    known.set(current, entry);
    return entry.made;
  };
}

/**
 * Calls `make` once per first path segment, with only the routes that such a path can match. Remix compares each
 * request with every route three times, which takes 0.9 ms each with all routes and 0.02 ms with these.
 */
export function memoisePerSegment<Made>(
  build: ServerBuild,
  make: (part: ServerBuild) => Made,
): (path: string) => Made {
  const firstOf = new Map(
    Object.keys(build.routes).map((id) => [id, firstSegment(pageOf(build.routes, id)?.path ?? "")]),
  );
  const knownSegments = new Set(firstOf.values());
  const madeFor = new Map<string, Made>();
  return (path) => {
    const first = firstSegment(path.replace(/\.data$/, ""));
    // An encoded segment may decode to any name, so all routes stay.
    const isEncoded = first.includes("%");
    const unencodedKey = knownSegments.has(first) ? first : "";
    const key = isEncoded ? "%" : unencodedKey;
    const keep = (id: string) => isEncoded || matchesAnyPath(firstOf.get(id)) || firstOf.get(id) === key;
    const made = madeFor.get(key) ?? make(narrow(build, keep));
    madeFor.set(key, made);
    return made;
  };
}

/** Layouts without a path, the index route, parameters and splats can match any path. */
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

/** In lower case, because Remix ignores the case of paths. */
function firstSegment(path: string): string {
  return (path.split("/").find((part) => part !== "") ?? "").toLowerCase();
}
