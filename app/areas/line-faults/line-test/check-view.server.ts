import { redirect } from "@remix-run/node";
import { findLoggedReport, type LoggedReport } from "#app/areas/line-faults/booking/trouble-report.server.ts";
import {
  faultDescription,
  findCheck,
  getProgress,
  hasReport,
  isChecklistDone,
  isPending,
  lineAddress,
  mayBook,
  skipsAppointment,
  ticketPath,
} from "#app/areas/line-faults/check.server.ts";
import { SOMETHING_WENT_WRONG } from "#app/areas/line-faults/line-texts.ts";
import { FAILED_CHECK, payloadOf } from "#app/areas/notifications/notification-link.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { markReadOnce } from "#app/areas/notifications/opened-notification.server.ts";
import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { loadAllItems } from "#app/grid/list-loader.server.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { timeouts } from "#shared/limits.ts";
import { liveKindOf } from "#shared/live-kinds.ts";
import { paths } from "#shared/paths.ts";
import { lineCheckStatus, type LineCheck } from "#shared/portal-api/line-faults.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  type Notification,
} from "#shared/portal-api/notifications.ts";
import { isNoId } from "#shared/portal-api/shapes.ts";
import { parseMoment } from "#shared/time/moment.ts";
import {
  begunTestState,
  MAX_TEST_MS,
  testStartKey,
  UNKNOWN_ID,
  type BegunTest,
} from "./begin-test.server.ts";
import { checklistForm } from "./line-test-form.ts";

/** How far the provider's clock may be behind ours. */
const CLOCK_TOLERANCE_MS = 60_000;
const NOT_FOUND =
  "We couldn't find your line test, so it may not have started. Please check the line and run the test again.";
/** How many notifications we search for a test without an id. */
const MAX_NOTIFICATIONS = 20;

export type CheckView = Awaited<ReturnType<typeof checkView>>;

export async function checkView(args: RouteArgs, portal: Portal) {
  const id = args.params["id"] ?? "";
  const loading = id === UNKNOWN_ID ? unknownIdView(args, portal) : knownIdView(args, portal, id);
  // Set before the first await, because the shell's loader runs at the same time and needs it for the unread count.
  args.context.state.marking = loading;
  return loading;
}

/** The page for a test whose id the API didn't return. A notification will bring the id. */
async function unknownIdView(args: RouteArgs, portal: Portal) {
  const sessionTest = begunTestState.read(portal);
  if (!sessionTest) throw redirect(paths.lineFaults(), 303);
  for (const { id, issuedAt } of await listLineNotifications(args, portal, MAX_NOTIFICATIONS)) {
    if (id === "" || issuedAt < sessionTest.begunAt - CLOCK_TOLERANCE_MS) continue;
    const check = await tolerate(findCheck(portal, id), args);
    if (!check.ok || check.value?.cli !== sessionTest.cli) continue;
    begunTestState.save(portal, { ...sessionTest, id });
    throw redirect(paths.lineFault(id), 303);
  }
  return waitingView(args, portal, { ...sessionTest, isStartUnconfirmed: true });
}

async function knownIdView(args: RouteArgs, portal: Portal, id: string) {
  const begunAt = Number(await args.context.services.records.find(testStartKey(portal, id))) || undefined;
  const sessionTest = begunTestState.read(portal)?.id === id ? begunTestState.read(portal) : undefined;
  // If the portal began the test, it tolerates a failed status call and the page keeps waiting.
  const checkLoading =
    begunAt === undefined
      ? findCheck(portal, id).then((value) => ({ ok: true as const, value }))
      : tolerate(findCheck(portal, id), args);
  // Errors wait for the notifications: if one says why the test failed, we show that instead.
  checkLoading.catch(() => undefined);
  const [notifications, loggedReport] = await Promise.all([
    listLineNotifications(args, portal),
    findLoggedReport(args, { portal, id }),
  ]);
  const recent = notifications.find((notification) => notification.id === id);
  redirectIfFailed(recent);
  const checkResult = await checkLoading;
  if (checkResult.ok && !checkResult.value) {
    redirectIfFailed(await findLineNotification(args, portal, id, { unread: false }));
    throw unknownCheckRedirect(portal, sessionTest);
  }
  const check = checkResult.ok ? checkResult.value : undefined;
  if (!check || isPending(check)) {
    const cli = check?.cli ?? sessionTest?.cli ?? "";
    const failure = checkResult.ok ? undefined : checkResult;
    return waitingView(args, portal, { cli, begunAt, failure });
  }
  const hasFailed = check.status === lineCheckStatus.failed;
  const isSeen = isSeenByPerson(args, sessionTest);
  // A failed test's notification has the reason, even if it's been read.
  const notification =
    recent ??
    (hasFailed || isSeen ? await findLineNotification(args, portal, id, { unread: !hasFailed }) : undefined);
  redirectIfFailed(notification);
  if (isSeen && notification) await markReadOnce(args.context, portal, notification.notification);
  redirectPastResults(portal, id, check, loggedReport);
  return resultsView(args, portal, id, check);
}

function redirectIfFailed(lineNotification: LineNotification | undefined): void {
  if (lineNotification?.hasFailed)
    throw redirect(paths.lineFaultError(lineNotification.notification.notificationId), 303);
}

/** The redirect if there's no such check: to the form, filled in if this session began the test. */
function unknownCheckRedirect(portal: Portal, sessionTest: BegunTest | undefined): Response {
  if (sessionTest) portal.session.flash({ tone: "warning", text: NOT_FOUND });
  return redirect(
    paths.lineFaults(sessionTest && { cli: sessionTest.cli, postcode: sessionTest.postcode }),
    303,
  );
}

/** Whether someone opens the page, or sees it reload while waiting for their test. */
const isSeenByPerson = ({ context, request }: RouteArgs, sessionTest: BegunTest | undefined) =>
  request.method === "GET" &&
  (context.navigation || (sessionTest !== undefined && !isPrefetchOrHead(request)));

async function waitingView(
  args: RouteArgs,
  portal: Portal,
  test: {
    readonly cli: string;
    readonly begunAt: number | undefined;
    readonly isStartUnconfirmed?: boolean;
    /** Why we don't know the test's status. */
    readonly failure?: { readonly message: string; readonly reference?: string };
  },
) {
  const { cli, begunAt, isStartUnconfirmed = false, failure } = test;
  const { config, services } = args.context;
  const seconds = begunAt && Math.max(0, Math.round((services.now().getTime() - begunAt) / 1_000));
  const isOverdue = seconds !== undefined && seconds * 1_000 > MAX_TEST_MS;
  return {
    kind: "waiting" as const,
    title: "Line test running",
    row: { name: cli },
    // A test that wasn't confirmed, or whose status is unreadable, may not be running.
    elapsed: seconds === undefined || isStartUnconfirmed || failure ? undefined : elapsedText(seconds),
    isStartUnconfirmed,
    failure,
    overdue: isOverdue
      ? {
          phone: config.helpDeskPhone,
          supportUrl: (await enquiryLink(args, portal, "line-test", args.params["id"] ?? "")).to,
        }
      : undefined,
  };
}

function elapsedText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [minutes && `${minutes} min`, `${seconds % 60} s`];
  return parts.filter(Boolean).join(" ");
}

/** Redirects to the ticket, the booking or the site details if one of them comes next instead of the results. */
function redirectPastResults(
  portal: Portal,
  id: string,
  check: LineCheck,
  loggedReport: LoggedReport | undefined,
): void {
  if (check.status !== lineCheckStatus.finished) return;
  // If the provider reported the fault automatically, we stay on the results page, which says more than the ticket.
  const isReportedByProvider = check.isFault === true && loggedReport === undefined;
  const ticket =
    hasReport(check) && !isReportedByProvider ? ticketPath(portal, check.supportTicketId) : undefined;
  if (ticket !== undefined) throw redirect(ticket, 303);
  if (loggedReport) throw redirect(paths.lineFaultBooked(id), 303);
  if (skipsAppointment(check)) throw redirect(paths.lineFaultDetails(id), 303);
}

async function resultsView(args: RouteArgs, portal: Portal, id: string, check: LineCheck) {
  const { supportTicketId, troubleReportReference, hasLineAssurance, info } = check;
  const reportNumber = isNoId(supportTicketId) ? troubleReportReference.trim() : supportTicketId;
  const reportTo = hasReport(check) ? ticketPath(portal, supportTicketId) : undefined;
  const hasFailed = check.status !== lineCheckStatus.finished;
  const progress = getProgress(portal, id);
  const hasAssurance = hasLineAssurance === true;
  const isChecklistConfirmed = isChecklistDone({ check, progress });
  const values = { noFaultCheckListConfirmed: isChecklistConfirmed ? "on" : "" };
  return {
    kind: "results" as const,
    title: "Line Checker Results",
    row: { name: check.cli },
    postcode: check.postcode,
    facts: [
      { term: "Telephone number", detail: check.cli },
      { term: "Address", detail: lineAddress(check) },
      // A fault is already described above the list.
      ...(hasFailed || check.isFault ? [] : [{ term: "Fault description", detail: faultDescription(check) }]),
    ],
    failure: hasFailed ? info || SOMETHING_WENT_WRONG : undefined,
    enquiry: reportTo ? { to: `${reportTo}#reply` } : await enquiryLink(args, portal, "line-test", id),
    report: hasReport(check) ? { id: reportNumber, to: reportTo } : undefined,
    isFault: check.isFault === true,
    isUnknown: typeof check.isFault !== "boolean",
    info,
    hasAssurance,
    isChecklistConfirmed,
    bookingUrl: mayBook({ check, progress })
      ? hasAssurance
        ? paths.lineFaultAppointment(id)
        : paths.lineFaultCharges(id)
      : undefined,
    form: openForm(args, portal, checklistForm, { values, isNew: true }),
  };
}

type LineNotification = ReturnType<typeof lineNotificationsIn>[number];

/** The latest notifications about line checks, newest first. With the default page size it shares the shell's call. */
async function listLineNotifications(
  { context }: RouteArgs,
  { api }: Portal,
  pageSize: number = latestNotificationsQuery.pageSize,
): Promise<readonly LineNotification[]> {
  const query = { ...latestNotificationsQuery, pageSize };
  const latest = await tolerate(api.call(listMyNotifications, { query }, optionalCallOptions), { context });
  if (!latest.ok) return [];
  return lineNotificationsIn(latest.value.items.slice(0, pageSize));
}

/** Looks for a check's notification in the whole list, or only among the unread. Gives up after `timeouts.optionalCallMs`. */
async function findLineNotification(
  args: RouteArgs,
  portal: Portal,
  id: string,
  { unread }: { readonly unread: boolean },
): Promise<LineNotification | undefined> {
  const deadline = performance.now() + timeouts.optionalCallMs;
  const find = async () => {
    for await (const item of loadAllItems(notificationList, portal, unread ? "?status=unread" : "")) {
      const [found] = lineNotificationsIn([item]);
      if (found?.id === id || performance.now() > deadline) return found;
    }
    return undefined;
  };
  const found = await tolerate(find(), args);
  return found.ok && found.value?.id === id ? found.value : undefined;
}

function lineNotificationsIn(notifications: readonly Notification[]) {
  return notifications
    .filter(({ type }) => liveKindOf(type).group === "line-tests")
    .map((notification) => ({
      notification,
      ...payloadOf(notification),
      hasFailed: notification.type === FAILED_CHECK,
      /** Milliseconds since the epoch; NaN if unreadable. */
      issuedAt: parseMoment(notification.issuedOn)?.getTime() ?? Number.NaN,
    }));
}
