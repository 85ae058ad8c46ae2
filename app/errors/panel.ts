import { isPortalApiError } from "#app/portal-api/errors.ts";
import type { LoadContext } from "#server/load-context.ts";
import { describe } from "./error-page.ts";

/** What one source of a page gave, or what the page says in its place. */
export type Panel<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly reference?: string };

/** How a failure is told to the log and to the person. */
export interface PanelFailure {
  readonly context: Pick<LoadContext, "log" | "requestId">;
  /** What the person reads when the source is not the portal API, which has a message for each call. */
  readonly message?: string;
}

/**
 * Waits for one source of a page that can do without it: a failure becomes the error catalogue's message with
 * a reference, and the page stays. Still thrown is what concerns the whole page: a refused session, a session
 * store that is down, and what is already an answer (a redirect).
 */
export async function panel<T>(source: Promise<T>, failure?: PanelFailure): Promise<Panel<T>> {
  try {
    return { ok: true, value: await source };
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
  const isRefused = isPortalApiError(error) && error.kind === "unauthorised";
  return isRefused || error.name === "SessionStoreUnavailable" || error.name === "AbortError";
}
