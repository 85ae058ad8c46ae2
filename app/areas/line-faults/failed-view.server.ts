import { makeRead } from "#app/areas/notifications/opened-notification.ts";
import { panel } from "#app/errors/panel.ts";
import { paths } from "#app/paths.ts";
import { isOnlyALook } from "#app/request/only-a-look.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import type { LoadContext } from "#server/load-context.ts";
import { findCheck } from "./check.server.ts";
import { failureOf, type FailedRun } from "./flow.server.ts";
import { lineNotices } from "./line-notices.server.ts";
import { NOT_LINKED, SOMETHING_WENT_WRONG } from "./line-texts.ts";

/** The form of a ticket about a line, past the offer to test it. */
const CALLS_AND_LINES = "technical/connect/calls-and-lines/details";

/** Why the latest test failed: one that this session could not begin, or one that a notification tells of. */
export async function failedView(args: RouteArgs, portal: Portal) {
  const reading = readFailure(args, portal);
  // Before anything is awaited: the shell, whose unread count leaves it out, does not wait for this loader.
  args.context.state.madeRead = reading.then(
    ({ madeRead }) => madeRead,
    () => undefined,
  );
  const { failure } = await reading;
  return {
    text: failure?.error || SOMETHING_WENT_WRONG,
    isNotLinked: failure?.error === NOT_LINKED,
    ...supportLink(args.context, portal, failure),
  };
}

async function readFailure(args: RouteArgs, portal: Portal) {
  const { context, request } = args;
  const kept = failureOf(portal);
  const notice = (await lineNotices(args, portal)).find(({ hasFailed }) => hasFailed);
  if (!notice || (kept && notice.issuedAt < kept.at)) return { failure: kept, madeRead: undefined };
  const failure = { ...(await lineOf(args, portal, notice.id)), error: notice.error };
  const read = isOnlyALook(request) ? undefined : await makeRead(context, portal, notice.notification);
  return { failure, madeRead: read?.becameRead ? read.notification.notificationId : undefined };
}

/** What was typed for a check that only its notification tells of. */
async function lineOf(args: RouteArgs, portal: Portal, id: string) {
  const check = id === "" ? undefined : await panel(findCheck(portal, id), args);
  return check?.ok && check.value ? check.value : { cli: "", postcode: "" };
}

/** Where help is to be had: a new ticket that says which line it is about, or the help desk for who may log none. */
export function supportLink(
  { config }: Pick<LoadContext, "config">,
  { user, account }: Portal,
  line: Partial<FailedRun> = {},
) {
  const { cli = "", postcode = "" } = line;
  const subject = cli === "" ? "Line test failed" : `Line test failed: ${cli}`;
  const details = [cli && `Telephone number: ${cli}`, postcode && `Postcode: ${postcode}`]
    .filter(Boolean)
    .join("\n");
  return {
    supportTo: hasRole(user, account.clientId, "Support")
      ? paths.ticketNew(CALLS_AND_LINES, { subject, ...(details && { details }) })
      : `mailto:${config.helpDeskEmail}?subject=${encodeURIComponent(subject)}`,
  };
}
