import type { ServerBuild } from "@remix-run/node";
import type { Part } from "#server/optional-parts.ts";
import type { RateLimitName } from "#server/rate-limits.ts";

/** What a route module declares about its page in its `handle`. It's all optional. */
export interface PageFacts {
  /** Optional parts of the portal that this page needs. Without them the page doesn't exist, and no menu links to it. */
  readonly requiredParts?: readonly Part[];
  /** The rate limit that its requests count towards. Default for a route without a component: `downloads`. */
  readonly rateLimit?:
    | RateLimitName
    | "nothing"
    | ((request: { readonly isPost: boolean; readonly query: URLSearchParams }) => RateLimitName | undefined);
  /** The rate limit that forms posted by people who are signed in count towards. */
  readonly postRateLimit?: RateLimitName;
  readonly acceptsFiles?: true;
  readonly scripts?: false;
  /** Whether the loader's data says that the page is still waiting for a result, so it reloads until it can show it. */
  readonly isWaiting?: (data: unknown) => boolean;
  /** The HTML refresh for browsers without scripts: '3; url=/there'. */
  readonly refresh?: (data: unknown) => string | undefined;
}

type Routes = ServerBuild["routes"];

export interface PageModule {
  readonly id: string;
  readonly path: string;
  readonly facts: PageFacts;
}

/** A route's page; undefined for the root and layouts, which are rendered around error pages too. */
export function pageOf(routes: Routes, id: string): PageModule | undefined {
  const route = routes[id];
  if (route?.parentId === undefined || route.path === undefined) return undefined;
  const sources: PageFacts[] = [route.module.default ? {} : { rateLimit: "downloads" }, factsOf(route)];
  for (let parent = routes[route.parentId]; parent; parent = routes[parent.parentId ?? ""])
    sources.unshift(factsOf(parent));
  const requiredParts = sources.flatMap((facts) => facts.requiredParts ?? []);
  const facts = Object.assign({}, ...sources, requiredParts.length > 0 ? { requiredParts } : {}) as PageFacts;
  return { id, path: route.path, facts };
}

const factsOf = ({ module }: Routes[string]) => (module.handle ?? {}) as PageFacts;

export function isOffered(
  { absent }: { readonly absent: readonly Part[] },
  { requiredParts = [] }: PageFacts,
): boolean {
  return !requiredParts.some((part) => absent.includes(part));
}
