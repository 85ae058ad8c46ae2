import { redirect } from "@remix-run/node";
import { failedTestState } from "#app/areas/line-faults/line-test-state.server.ts";
import { NOT_LINKED, SOMETHING_WENT_WRONG } from "#app/areas/line-faults/line-texts.ts";
import { isNotificationId } from "#app/areas/notifications/change-notification.server.ts";
import { FAILED_CHECK, payloadOf } from "#app/areas/notifications/notification-link.ts";
import { openNotification } from "#app/areas/notifications/opened-notification.server.ts";
import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";

/** Why the line test in a notification failed, or why this session couldn't begin one. Redirects to the form if neither happened. */
export async function failedView(args: RouteArgs, portal: Portal) {
  const id = new URL(args.request.url).searchParams.get("notification");
  const failure =
    id === null
      ? { checkId: "", error: failedTestState.read(portal)?.error }
      : await notifiedFailure(args, portal, id);
  if (failure?.error === undefined) throw redirect(paths.lineFaults(), 303);
  return {
    text: failure.error || SOMETHING_WENT_WRONG,
    isNotLinked: failure.error === NOT_LINKED,
    support: await enquiryLink(args, portal, "line-test", failure.checkId),
  };
}

/** The failure in a notification, which this marks as read; undefined for other types. Throws PortalApiError. */
async function notifiedFailure(args: RouteArgs, portal: Portal, id: string) {
  if (!isNotificationId(id)) throw pageNotFound();
  const { notification } = await openNotification(args, portal, id);
  if (notification.type !== FAILED_CHECK) return undefined;
  const { id: checkId, error } = payloadOf(notification);
  // Without an id, it isn't this session's test either.
  return { checkId: checkId || NO_CHECK, error };
}

/** No check has this id. */
const NO_CHECK = "0";
