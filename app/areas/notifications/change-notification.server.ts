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

/** Kinds of failure that leave the page as it was, to be told on it; the others are pages of their own. */
const TOLD_HERE: Readonly<Record<string, number>> = {
  network: 503,
  timeout: 504,
  failed: 502,
  malformed: 502,
  rejected: 400,
  conflict: 409,
};

/**
 * Archives or un-archives by `<ArchiveForm>` and goes back to the page that the form
 * was on. Answers what that page says when it failed. Throws a 404 for a form that names neither, 409 for another
 * account's.
 */
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

/** May this part of an address name a notification? Whether there is one, only the API knows. */
export function isNotificationId(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "" && text.length <= LONGEST && !/\p{Cc}/u.test(text);
}
