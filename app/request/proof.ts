import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const proven = new WeakSet<object>();

/** Notes that this loader or action has asked who is there. */
export function noteProof(args: RouteArgs): void {
  proven.add(args);
}

/** False for a loader or action that answered without asking; guard-routes then withholds its answer. */
export function isProven(args: RouteArgs): boolean {
  return proven.has(args);
}

/** The guard of the few routes that are open to anyone (spec 3 §2.6, first line). */
export function openToAnyone(args: RouteArgs): void {
  noteProof(args);
}
