import { toNotificationLink } from "#app/areas/notifications/notification-link.ts";
import { summaryOf } from "#app/areas/notifications/notification-list.server.ts";
import { loadLatestNotifications } from "#app/areas/notifications/opened-notification.server.ts";
import { sendUnansweredReturns } from "#app/areas/payments/result.server.ts";
import { cookieChoiceOf, themeOf } from "#app/document/preferences.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { accountSummary, type AccountSummary } from "#app/request/account-summary.ts";
import { cachedAccounts } from "#app/request/accounts.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import type { Portal, RouteArgs, SignedIn } from "#app/request/portal.ts";
import { requireUser } from "#app/request/require.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { FlashMessage, SignedInUser } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { paths, pathWithAccount } from "#shared/paths.ts";
import { logPageView } from "#shared/portal-api/event-log.ts";
import { latestNotificationsQuery, notificationStatus } from "#shared/portal-api/notifications.ts";
import { hasRole, hasRoleAnywhere } from "#shared/roles.ts";
import { navigationFor } from "./navigation.ts";
import type { MessageView } from "./parts/message-bar.tsx";

const UNREAD = notificationStatus.unread;
/** If a page's script is gone (it's from another build), the browser reloads the page within this time of loading its data. */
const RELOAD_MS = 10_000;

export type ShellView = Awaited<ReturnType<typeof shellView>>;

/** What's around a page. Without a current account, only the account menu and the messages. */
export async function shellView(args: RouteArgs) {
  const signedIn = await requireUser(args);
  const { user, session } = signedIn;
  if (args.context.navigation && args.request.method === "GET") logThisPageView(args, signedIn);
  const messages = takeMessages(args);
  if (!session.account) return { account: accountView(args, user, session, undefined), messages };
  const { account } = session;
  const portal = { ...signedIn, account };
  if (args.context.navigation) sendUnansweredReturns(args, portal);
  const [notifications, summary] = await Promise.all([
    notificationsView(args, portal),
    tolerate(accountSummary(portal), args),
  ]);
  return {
    account: accountView(args, user, session, summary),
    employee: user.b2c
      ? undefined
      : { accountName: account.name, clientId: account.clientId, switchTo: switchAccountPath(user) },
    notifications,
    menu: {
      items: navigationFor(user, account.clientId, args.context),
      invoicesTo: hasRole(user, account.clientId, "Orders") ? paths.invoices() : undefined,
    },
    messages,
  };
}

/** The unread count and latest notifications. Those that this request marks as read already count as read. */
async function notificationsView({ context }: Pick<RouteArgs, "context">, portal: Portal) {
  const list = await loadLatestNotifications(portal, { context });
  if (!list.ok) return { unreadCount: 0, latest: undefined };
  const { items, unreadCount } = list.value;
  const { marking, markedReadIds } = context.state;
  await marking?.catch(() => undefined);
  // We assume the API's count includes one that isn't among the latest.
  const countedAsUnread = [...markedReadIds].filter((id) =>
    items.every(({ notificationId, status }) => notificationId !== id || status === UNREAD),
  );
  // The API may return more items than the page size.
  const latest = items.slice(0, latestNotificationsQuery.pageSize).map((item) => ({
    id: item.notificationId,
    ...summaryOf(item),
    to: toNotificationLink(item),
    unread: item.status === UNREAD && !markedReadIds.has(item.notificationId),
  }));
  return { unreadCount: Math.max(0, unreadCount - countedAsUnread.length), latest };
}
export type NotificationsView = NonNullable<ShellView["notifications"]>;

function accountView(
  { context, request }: RouteArgs,
  user: SignedInUser,
  session: PortalSession,
  loaded: Tolerated<AccountSummary> | undefined,
) {
  const { pathname, search } = new URL(request.url);
  const summary = loaded?.ok ? loaded.value : undefined;
  const { first, last } = summary?.contactName ?? { first: user.firstName, last: user.lastName };
  return {
    firstName: first,
    initials: `${first.charAt(0)}${last.charAt(0)}`.toUpperCase(),
    fullName: summary?.contactName ? `${first} ${last}`.trim() : user.fullName,
    email: user.email,
    accountName: session.account?.name ?? "",
    /** This page's absolute URL, including the current account. */
    link: session.account && urlWithAccount(session.account.clientId, pathname, context),
    accountNumbers: summary?.numbers ?? [],
    address: summary?.address ?? [],
    membership: summary?.membership ?? "",
    /** Why the numbers, address and membership are missing. */
    failure: loaded?.ok === false ? loaded : undefined,
    helpDeskEmail: context.config.helpDeskEmail,
    ...switchView(user, session, pathname),
    theme: { chosen: themeOf(context) ?? ("system" as const), returnTo: pathname + search },
  };
}
export type AccountView = ShellView["account"];

const urlWithAccount = (clientId: string, pathname: string, { config }: LoadContext) =>
  new URL(pathWithAccount(clientId, pathname), config.publicUrl).href;

/** More wouldn't fit in the menu; Choose Account has them. */
const MAX_OTHER_ACCOUNTS = 8;

function switchView(user: SignedInUser, session: PortalSession, pathname: string) {
  const switchTo = switchAccountPath(user);
  const others =
    switchTo && pathname !== switchTo
      ? cachedAccounts(session).filter(({ clientId }) => clientId !== session.account?.clientId)
      : [];
  return {
    switchTo,
    switchAction: paths.switchAccount({ from: pathname }),
    otherAccounts:
      others.length > MAX_OTHER_ACCOUNTS ? [] : others.map(({ clientId, name }) => ({ id: clientId, name })),
  };
}

const switchAccountPath = (user: SignedInUser) =>
  hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : undefined;

/** Takes earlier requests' flashes, to show them. A prefetch or HEAD request leaves them for the next visible page. */
function takeMessages({ context, request }: RouteArgs): MessageView[] {
  const { session, requestId, services } = context;
  const at = services.now().getTime();
  const page = new URL(request.url).pathname;
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  const isToBeShown = ({ loaded }: FlashMessage) =>
    !loaded || (isDocument && loaded.page === page && at - loaded.at < RELOAD_MS);
  const messages = isPrefetchOrHead(request) ? [] : session.takeFlashes().filter(isToBeShown);
  if (!isDocument) for (const message of messages) session.flash({ ...message, loaded: { page, at } });
  return messages.map(({ tone, text }, index) => ({
    id: `${requestId}-${index}`,
    tone,
    text,
    // The page may not say anywhere else what went wrong.
    lasting: tone === "error" || tone === "warning",
  }));
}

const MAX_USER_AGENT_LENGTH = 300;

/** Logs the page view with the API after the response is sent. Only includes analytics ids with consent to cookies. */
function logThisPageView({ request, context }: RouteArgs, { api, session }: SignedIn): void {
  const { cookies, log, services } = context;
  const consented = cookieChoiceOf(context) === "accepted";
  const analyticsCookie = (name: string) => (consented ? (cookies[name] ?? "") : "");
  const { pathname } = new URL(request.url);
  const body = {
    pageUrl: pathname,
    routingSessionId: session.handle,
    appInsightsSessionId: analyticsCookie("ai_session"),
    gaClientId: analyticsCookie("_ga"),
    gId: analyticsCookie("_gid"),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
  };
  context.afterResponse("page view", async () => {
    try {
      if ((await services.limits.countRequest("page-views", session.handle)) !== undefined) return;
      await api.call(logPageView, { body });
    } catch (error) {
      log.warn(errorLogFields(error), "There was an error logging event.");
    }
  });
}
