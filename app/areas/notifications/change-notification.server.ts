import { data, redirect } from "@remix-run/node";
import { errorLogFields, pageNotFound } from "#app/errors/error-page.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { markNotificationAsArchived, markNotificationAsUnarchived } from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";

const changes = {
  archive: { operation: markNotificationAsArchived, doneText: "The notification was archived." },
  unarchive: { operation: markNotificationAsUnarchived, doneText: "The notification was un-archived." },
} as const;

/** Kinds of API errors that are shown on the same page, with the response's status. Other kinds have error pages. */
const INLINE_ERROR_STATUS: Readonly<Record<string, number>> = {
  network: 503,
  timeout: 504,
  failed: 502,
  malformed: 502,
  rejected: 400,
  conflict: 409,
};

/** Handles a post of `<ArchiveForm>`. Throws 404 for an unknown intent, 409 if the form was shown for another account. */
export async function changeNotification({ context, request }: RouteArgs, portal: Portal, id?: string) {
  const form = await request.formData();
  requireSameAccount(portal, form, request);
  const intent = String(form.get("intent"));
  const notificationId = id ?? form.get("id");
  if (!(intent === "archive" || intent === "unarchive") || !isNotificationId(notificationId))
    throw pageNotFound();
  const { operation, doneText } = changes[intent];
  try {
    await portal.api.call(operation, { query: { id: notificationId } });
  } catch (error) {
    const status = isPortalApiError(error) ? INLINE_ERROR_STATUS[error.kind] : undefined;
    if (!isPortalApiError(error) || status === undefined) throw error;
    context.log.warn(errorLogFields(error), "notification not changed");
    return data({ failure: { message: error.message, reference: context.requestId } }, { status });
  }
  context.session.flash({ tone: "success", text: doneText });
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
}

const MAX_ID_LENGTH = 100;

/** Checks only the format; whether the notification exists is left to the API. */
export function isNotificationId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= MAX_ID_LENGTH &&
    !/\p{Cc}/u.test(value)
  );
}
