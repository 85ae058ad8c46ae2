import type { ServerBuild } from "@remix-run/node";
import type { LimitName } from "#server/limits.ts";
import type { Part } from "#server/optional-parts.ts";

/** What a route module says of its page in its `handle`; one that says nothing is an ordinary page. */
export interface PageFacts {
  /** What it needs of the parts that a provider may leave out: without them it is not there, and no menu leads to it. */
  readonly parts?: readonly Part[];
  /** The limit that its requests count in, whoever sends them. A route without a component is a download unless it says so. */
  readonly counts?: LimitName | "nothing" | ((asked: Asked) => LimitName | undefined);
  /** The limit that its forms count in where somebody signed in sends them. */
  readonly formsCount?: LimitName;
  /** Its forms bring files, so they may be large. */
  readonly takesFiles?: true;
  readonly scripts?: false;
  /** Whether it waits, by its loader's data: it shows the outcome itself, and asks for it again. */
  readonly isWaiting?: (data: unknown) => boolean;
}

interface Asked {
  readonly isPost: boolean;
  readonly query: Readonly<Record<string, unknown>>;
}

type Routes = ServerBuild["routes"];

/** One of the site map, as the router matches it. */
export type PageModule = {
  readonly id: string;
  /** Its pattern. */
  readonly path: string;
  readonly facts: PageFacts;
} & ({ readonly index: true } | { readonly index: false });

/** The page that a route is; undefined for the document and the layouts, which stand when a page is refused. */
export function pageOf(routes: Routes, id: string): PageModule | undefined {
  const own = routes[id];
  if (!own || own.parentId === undefined || (own.path === undefined && !own.index)) return undefined;
  let { path } = own;
  const sources: PageFacts[] = [own.module.default ? {} : { counts: "downloads" }, factsOf(own)];
  for (let around = routes[own.parentId]; around; around = routes[around.parentId ?? ""]) {
    path ??= around.path;
    sources.unshift(factsOf(around));
  }
  const parts = sources.flatMap((facts) => facts.parts ?? []);
  const facts = Object.assign({}, ...sources, parts.length > 0 ? { parts } : {}) as PageFacts;
  return { id, path: path ?? "", index: own.index ?? false, facts };
}

const factsOf = ({ module }: Routes[string]) => (module.handle ?? {}) as PageFacts;

/** Whether a provider brings all that the page needs. */
export function isOffered(
  { absent }: { readonly absent: readonly Part[] },
  { parts = [] }: PageFacts,
): boolean {
  return !parts.some((part) => absent.includes(part));
}
