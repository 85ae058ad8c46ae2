import type { LoadContext } from "#server/load-context.ts";

const refused = new WeakSet<LoadContext>();

/** Notes that this request's form was refused; the loaders that run after the action may ask. */
export function noteRefused(context: LoadContext): void {
  refused.add(context);
}

/** True when this request's action refused the form: its loaders then find it as it was posted. */
export function wasRefused(context: LoadContext): boolean {
  return refused.has(context);
}
