import type { LoadContext } from "#server/load-context.ts";
import { timeouts } from "#shared/limits.ts";
import { refusesAccount } from "#shared/portal-api/clients.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { within } from "#shared/time/within.ts";
import { errorLogFields } from "./error-page.ts";

export type Tolerated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly reference?: string };

/** Call options for {@link tolerate}: a shorter time-out, because the page can do without the data. */
export const optionalCallOptions = { timeoutMs: timeouts.optionalCallMs } as const;

interface FailureReport {
  readonly context: Pick<LoadContext, "log" | "requestId">;
  /** For sources other than the portal API, whose errors have their own message. */
  readonly message?: string;
}

/** Lets the call's own time-out come first, because its message says more. */
const GRACE_MS = 500;

/** Awaits an optional part of a page. Logs and returns failures, but throws those that affect the whole page. */
export async function tolerate<T>(source: Promise<T>, failure?: FailureReport): Promise<Tolerated<T>> {
  try {
    return { ok: true, value: await within({ ms: optionalCallOptions.timeoutMs + GRACE_MS }, () => source) };
  } catch (error) {
    if (affectsWholePage(error)) throw error;
    failure?.context.log.warn(errorLogFields(error), "panel failed");
    const message = isPortalApiError(error) ? error.message : (failure?.message ?? "Something went wrong.");
    return { ok: false, message, reference: failure?.context.requestId };
  }
}

function affectsWholePage(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const isRefused = isPortalApiError(error) && refusesAccount(error);
  return isRefused || error.name === "SessionStoreUnavailable" || error.name === "AbortError";
}
