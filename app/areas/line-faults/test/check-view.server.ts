import { redirect } from "@remix-run/node";
import { findBooked, type Booked } from "#app/areas/line-faults/booking/book.server.ts";
import {
  addressOf,
  faultDescription,
  findCheck,
  hasReport,
  isChecklistDone,
  isPending,
  mayBook,
  progressOf,
  skipsAppointment,
  ticketOf,
} from "#app/areas/line-faults/check.server.ts";
import {
  begunName,
  begunTest,
  LONGEST_TEST,
  UNKNOWN_ID,
  type BegunTest,
} from "#app/areas/line-faults/flow.server.ts";
import { SOMETHING_WENT_WRONG } from "#app/areas/line-faults/line-texts.ts";
import { makeRead } from "#app/areas/notifications/opened-notification.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { paths } from "#app/paths.ts";
import { lineCheckStatus, type LineCheck } from "#app/portal-api/line-faults.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { supportLink } from "./failed-view.server.ts";
import { lineNotices, type LineNotice } from "./line-notices.server.ts";
import { checklistForm } from "./line-test-form.ts";

/** How far the provider's clock may be behind ours. */
const CLOCK_SLACK = 60_000;
const NOT_FOUND =
  "We could not find your line test, so it may not have been started. Please check the line and run the test again.";
/** How many notifications are searched for a test without an id, or with one that the API does not know. */
const MOST_NOTICES = 20;

export type CheckView = Awaited<ReturnType<typeof checkView>>;

export async function checkView(args: RouteArgs, portal: Portal) {
  const id = args.params["id"] ?? "";
  const reading = id === UNKNOWN_ID ? unknownView(args, portal) : knownView(args, portal, id);
  // Set before the first await: the shell's loader runs at the same time and needs it for the unread count.
  args.context.state.madeRead = reading.then(
    ({ madeRead }) => madeRead,
    () => undefined,
  );
  return (await reading).view;
}

/** For a test whose id the API did not return: the id comes with a notification. */
async function unknownView(args: RouteArgs, portal: Portal) {
  const run = begunTest.of(portal);
  if (!run) throw redirect(paths.lineFaults(), 303);
  for (const { id, issuedAt } of await lineNotices(args, portal, MOST_NOTICES)) {
    if (id === "" || issuedAt < run.begunAt - CLOCK_SLACK) continue;
    const check = await tolerate(findCheck(portal, id), args);
    if (!check.ok || check.value?.cli !== run.cli) continue;
    begunTest.keep(portal, { ...run, id });
    throw redirect(paths.lineFault(id), 303);
  }
  return { view: waiting(args, portal, run.cli, run.begunAt, true), madeRead: undefined };
}

async function knownView(args: RouteArgs, portal: Portal, id: string) {
  const begunAt = Number(await args.context.services.vault.find(begunName(portal, id))) || undefined;
  const run = begunTest.of(portal)?.id === id ? begunTest.of(portal) : undefined;
  // If the test is known to have begun, a failing status call is tolerated and the page goes on waiting.
  const reading =
    begunAt === undefined
      ? findCheck(portal, id).then((value) => ({ ok: true as const, value }))
      : tolerate(findCheck(portal, id), args);
  // Awaited after the notifications: if one says that the test failed, its reason is shown, whatever the check says.
  reading.catch(() => undefined);
  const [notices, booked] = await Promise.all([lineNotices(args, portal), findBooked(args, { portal, id })]);
  leaveFailed(notices, id);
  const asked = await reading;
  if (asked.ok && !asked.value) {
    leaveFailed(await lineNotices(args, portal, MOST_NOTICES), id);
    throw leaveUnknown(portal, run);
  }
  const check = asked.ok ? asked.value : undefined;
  if (!check || isPending(check)) {
    const cli = check?.cli ?? run?.cli ?? "";
    return { view: waiting(args, portal, cli, begunAt), madeRead: undefined };
  }
  leaveResults(portal, id, check, booked);
  const view = resultsView(args, portal, id, check);
  const notice = notices.find((one) => one.id === id);
  return { view, madeRead: await readBy(args, portal, notice, run) };
}

function leaveFailed(notices: readonly LineNotice[], id: string): void {
  const notice = notices.find((one) => one.id === id);
  if (notice?.hasFailed) throw redirect(paths.lineFaultError(notice.notification.notificationId), 303);
}

/** The redirect for a check that does not exist: to the form, filled in if this session began the test. */
function leaveUnknown(portal: Portal, run: BegunTest | undefined): Response {
  if (run) portal.session.flash({ tone: "warning", text: NOT_FOUND });
  return redirect(paths.lineFaults(run && { cli: run.cli, postcode: run.postcode }), 303);
}

/** Marks the test's notification as read once its results are seen, also if a live event loaded them. Returns its id. */
async function readBy(
  { context, request }: RouteArgs,
  portal: Portal,
  notice: LineNotice | undefined,
  run: BegunTest | undefined,
): Promise<string | undefined> {
  const isSeen = context.navigation || (run !== undefined && !isPrefetchOrHead(request));
  if (!notice || !isSeen || request.method !== "GET") return undefined;
  const { becameRead, notification } = await makeRead(context, portal, notice.notification);
  return becameRead ? notification.notificationId : undefined;
}

function waiting({ context }: RouteArgs, portal: Portal, cli: string, begunAt?: number, isUnsure = false) {
  const seconds = begunAt && Math.max(0, Math.round((context.services.now().getTime() - begunAt) / 1_000));
  const isOverdue = seconds !== undefined && seconds * 1_000 > LONGEST_TEST;
  return {
    kind: "waiting" as const,
    cli,
    elapsed: seconds === undefined ? undefined : elapsedText(seconds),
    isUnsure,
    overdue: isOverdue
      ? { phone: context.config.helpDeskPhone, ...supportLink(context, portal, { cli }) }
      : undefined,
  };
}

function elapsedText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [minutes && `${minutes} min`, `${seconds % 60} s`];
  return parts.filter(Boolean).join(" ");
}

/** Throws a redirect if the next page is not the results: to the ticket, the booking, or the site details. */
function leaveResults(portal: Portal, id: string, check: LineCheck, booked: Booked | undefined): void {
  if (check.status !== lineCheckStatus.finished) return;
  const isBooked = check.isFault !== true || booked !== undefined;
  const ticket = hasReport(check) && isBooked ? ticketOf(portal, check) : undefined;
  if (ticket !== undefined) throw redirect(ticket, 303);
  if (booked) throw redirect(paths.lineFaultBooked(id), 303);
  if (skipsAppointment(check)) throw redirect(paths.lineFaultDetails(id), 303);
}

function resultsView(args: RouteArgs, portal: Portal, id: string, check: LineCheck) {
  const { supportTicketId, hasLineAssurance, info } = check;
  const hasFailed = check.status !== lineCheckStatus.finished;
  const progress = progressOf(portal, id);
  const isAssured = hasLineAssurance === true;
  const isConfirmed = isChecklistDone({ check, progress });
  const values = { noFaultCheckListConfirmed: isConfirmed ? "on" : "" };
  return {
    kind: "results" as const,
    cli: check.cli,
    postcode: check.postcode,
    facts: [
      { term: "Telephone number", detail: check.cli },
      { term: "Address", detail: addressOf(check) },
      // A fault is described above the list already.
      ...(hasFailed || check.isFault ? [] : [{ term: "Fault description", detail: faultDescription(check) }]),
    ],
    failure: hasFailed
      ? { text: info || SOMETHING_WENT_WRONG, ...supportLink(args.context, portal, check) }
      : undefined,
    report: hasReport(check) ? { id: supportTicketId, to: ticketOf(portal, check) } : undefined,
    isFault: check.isFault === true,
    info,
    isAssured,
    isConfirmed,
    bookTo: mayBook({ check, progress })
      ? isAssured
        ? paths.lineFaultAppointment(id)
        : paths.lineFaultCharges(id)
      : undefined,
    form: openForm(args, portal, checklistForm, { values, isNew: true }),
  };
}
