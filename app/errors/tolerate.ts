import { timeout } from "remix-utils/promise";
import { patience } from "#app/limits.ts";
import { refusesAccount } from "#app/portal-api/clients.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import type { LoadContext } from "#server/load-context.ts";
import { describe } from "./error-page.ts";

/** What one source of a page gave, or what the page says in its place. */
export type Tolerated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly reference?: string };

/** For a call behind {@link tolerate}: no page waits longer for what it can do without. */
export const partOptions = { timeoutMs: patience.partMs } as const;

interface Failure {
  readonly context: Pick<LoadContext, "log" | "requestId">;
  /** For a source that is not the portal API, which has a message for each call. */
  readonly message?: string;
}

/** More than a call's own time-out, whose message is better. */
const GRACE_MS = 500;

/** Waits for what a page can do without, whatever it is made of: its failure is logged and told. Throws what concerns the whole page. */
export async function tolerate<T>(source: Promise<T>, failure?: Failure): Promise<Tolerated<T>> {
  try {
    return { ok: true, value: await timeout(source, { ms: partOptions.timeoutMs + GRACE_MS }) };
  } catch (error) {
    if (concernsPage(error)) throw error;
    const known = isPortalApiError(error);
    failure?.context.log.warn(known ? describe(error) : { err: error }, "panel failed");
    const message = known ? error.message : (failure?.message ?? "Something went wrong.");
    return { ok: false, message, ...(failure ? { reference: failure.context.requestId } : {}) };
  }
}

function concernsPage(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const isRefused = isPortalApiError(error) && (error.kind === "unauthorised" || refusesAccount(error));
  return isRefused || error.name === "SessionStoreUnavailable" || error.name === "AbortError";
}
