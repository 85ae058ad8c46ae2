import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { errorLogFields, pageNotFound, shortFailure } from "#app/errors/error-page.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formFields, readForm, shortText } from "#app/request/read-form.server.ts";
import { isPortalApiError, type FailureKind } from "#shared/portal-api/errors.ts";
import {
  markNotificationAsArchived,
  markNotificationAsUnarchived,
} from "#shared/portal-api/notifications.ts";

const changes = {
  archive: { operation: markNotificationAsArchived, doneText: "The notification was archived." },
  unarchive: { operation: markNotificationAsUnarchived, doneText: "The notification was un-archived." },
} as const;

export const archiveFields = formFields("303 to the same address; 502–504 with the page", {
  intent: z.enum(["archive", "unarchive"]),
  /** Only from the list. */
  id: shortText.optional(),
});

/** API errors with their own error pages. The others are shown on the same page. */
const PAGE_KINDS: readonly FailureKind[] = ["unauthorised", "forbidden", "notFound", "busy"];

/** Handles a post from `<ArchiveForm>`. Throws 409 if the form is from a different account. */
export async function changeNotification(args: RouteArgs, portal: Portal, id?: string) {
  const { intent, id: sentId } = await readForm(args, archiveFields, { sameAccountAs: portal });
  const { context, request } = args;
  const notificationId = id ?? sentId;
  if (!isNotificationId(notificationId)) throw pageNotFound();
  const { operation, doneText } = changes[intent];
  try {
    await portal.api.call(operation, { query: { id: notificationId } });
  } catch (error) {
    if (!isPortalApiError(error) || PAGE_KINDS.includes(error.kind)) throw error;
    const { status } = shortFailure(error);
    context.log.warn(errorLogFields(error), "notification not changed");
    return data({ failure: { message: error.message, reference: context.requestId } }, { status });
  }
  context.session.flash({ tone: "success", text: doneText });
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
}

/** Checks just the format; the API decides whether the notification exists. */
export const isNotificationId = (value: unknown): value is string =>
  typeof value === "string" && /^(?=.*\S)\P{Cc}{1,100}$/u.test(value);
