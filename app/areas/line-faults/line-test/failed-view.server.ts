import { redirect } from "@remix-run/node";
import { findCheck } from "#app/areas/line-faults/check.server.ts";
import { failedTestState, type FailedTest } from "#app/areas/line-faults/line-test-state.server.ts";
import { NOT_LINKED, SOMETHING_WENT_WRONG } from "#app/areas/line-faults/line-texts.ts";
import { isNotificationId } from "#app/areas/notifications/change-notification.server.ts";
import { FAILED_CHECK, payloadOf } from "#app/areas/notifications/notification-link.ts";
import { openNotification } from "#app/areas/notifications/opened-notification.server.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";

/** The new-ticket form for a line, without the offer to test it first. */
const CALLS_AND_LINES = "technical/connect/calls-and-lines/details";

/** Why the line test that a notification tells of failed, or why this session could not begin one. Throws a redirect to the form if there is none. */
export async function failedView(args: RouteArgs, portal: Portal) {
  const id = new URL(args.request.url).searchParams.get("notification");
  const failure = id === null ? failedTestState.read(portal) : await notifiedFailure(args, portal, id);
  if (!failure) throw redirect(paths.lineFaults(), 303);
  return {
    text: failure.error || SOMETHING_WENT_WRONG,
    isNotLinked: failure.error === NOT_LINKED,
    ...supportLink(args.context, portal, failure),
  };
}

/** The failure in a notification, which is marked as read. Undefined for other types. Throws PortalApiError. */
async function notifiedFailure(args: RouteArgs, portal: Portal, id: string): Promise<FailedTest | undefined> {
  if (!isNotificationId(id)) throw pageNotFound();
  const { notification } = await openNotification(args, portal, id);
  if (notification.type !== FAILED_CHECK) return undefined;
  const { id: checkId, error } = payloadOf(notification);
  return { ...(await findLine(args, portal, checkId)), error };
}

async function findLine(args: RouteArgs, portal: Portal, id: string) {
  const check = id === "" ? undefined : await tolerate(findCheck(portal, id), args);
  const { cli, postcode } = (check?.ok && check.value) || { cli: "", postcode: "" };
  return { cli, postcode };
}

/** A link to a new ticket about the line, or an e-mail to the help desk if the user may not log tickets. */
export function supportLink(
  { config }: Pick<LoadContext, "config">,
  { user, account }: Portal,
  { cli = "", postcode = "" }: Partial<FailedTest> = {},
) {
  const subject = cli === "" ? "Line test failed" : `Line test failed: ${cli}`;
  const details = [cli && `Telephone number: ${cli}`, postcode && `Postcode: ${postcode}`]
    .filter(Boolean)
    .join("\n");
  return {
    supportUrl: hasRole(user, account.clientId, "Support")
      ? paths.ticketNew(CALLS_AND_LINES, { subject, ...(details && { details }) })
      : `mailto:${config.helpDeskEmail}?subject=${encodeURIComponent(subject)}`,
  };
}
