import { data, redirect } from "@remix-run/node";
import { describe, pageNotFound } from "#app/errors/error-page.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { markNotificationAsArchived, markNotificationAsUnarchived } from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";

const changes = {
  archive: { operation: markNotificationAsArchived, done: "The notification was archived." },
  unarchive: { operation: markNotificationAsUnarchived, done: "The notification was un-archived." },
} as const;

/** These failures are told on the page; the others are pages of their own. */
const TOLD_HERE: Readonly<Record<string, number>> = {
  network: 503,
  timeout: 504,
  failed: 502,
  malformed: 502,
  rejected: 400,
  conflict: 409,
};

/** Does what `<ArchiveForm>` asks for and goes back to its page. Throws 404 for another intent, 409 for another account. */
export async function changeNotification({ context, request }: RouteArgs, portal: Portal, id?: string) {
  const form = await request.formData();
  requireSameAccount(portal, form, request);
  const intent = String(form.get("intent"));
  const target = id ?? form.get("id");
  if (!(intent === "archive" || intent === "unarchive") || !isNotificationId(target)) throw pageNotFound();
  const { operation, done } = changes[intent];
  try {
    await portal.api.call(operation, { query: { id: target } });
  } catch (error) {
    const status = isPortalApiError(error) ? TOLD_HERE[error.kind] : undefined;
    if (!isPortalApiError(error) || status === undefined) throw error;
    context.log.warn(describe(error), "notification not changed");
    return data({ failure: { message: error.message, reference: context.requestId } }, { status });
  }
  context.session.flash({ tone: "success", text: done });
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
}

const LONGEST = 100;

/** Whether a text may be an id; the API knows whether it is one. */
export function isNotificationId(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "" && text.length <= LONGEST && !/\p{Cc}/u.test(text);
}
