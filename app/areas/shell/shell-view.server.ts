import { toNotificationLink, toOpeningLink } from "#app/areas/notifications/notification-link.ts";
import { themeOf } from "#app/document/preferences.ts";
import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import { paths } from "#app/paths.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  notificationStatus,
} from "#app/portal-api/notifications.ts";
import { accountSummary, type AccountSummary } from "#app/request/account-summary.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole, hasRoleAnywhere } from "#app/request/roles.ts";
import { formatDate } from "#app/ui/format.ts";
import { plainText } from "#app/ui/html.server.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { PortalSession, SignedInUser } from "#server/session/portal-session.ts";
import { navigationFor } from "./navigation.ts";
import type { StaffView } from "./parts/staff-strip.tsx";
import type { AccountView, MessageView, NotificationsView } from "./parts/view-models.ts";

const UNREAD = notificationStatus.unread;

/** Unread count and latest notifications, without the one that this request makes read. */
export async function notificationsView(
  { context }: Pick<RouteArgs, "context">,
  portal: Portal,
): Promise<NotificationsView> {
  const list = await tolerate(
    portal.api.call(listMyNotifications, { query: latestNotificationsQuery }, partOptions),
    { context },
  );
  const to = paths.notifications();
  if (!list.ok) return { unreadCount: 0, to };
  const { items, unreadCount } = list.value;
  const opened = await context.state.madeRead;
  const isCounted = items.every((one) => one.notificationId !== opened || one.status === UNREAD);
  // The API may return more rows than asked for.
  const latest = items.slice(0, latestNotificationsQuery.pageSize).map((one) => ({
    id: one.notificationId,
    subject: plainText(one.subject) || "Notification",
    issuedOn: formatDate(one.issuedOn) ?? one.issuedOn,
    to: toNotificationLink(one),
    opensBy: toOpeningLink(one),
    unread: one.status === UNREAD && one.notificationId !== opened,
  }));
  return {
    unreadCount: Math.max(0, unreadCount - (opened !== undefined && isCounted ? 1 : 0)),
    latest,
    to,
  };
}

export function accountView(
  { context, request }: RouteArgs,
  user: SignedInUser,
  session: PortalSession,
  summary: AccountSummary | undefined,
): AccountView {
  const { pathname, search } = new URL(request.url);
  return {
    initials: `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase(),
    fullName: user.fullName,
    email: user.email,
    detailsTo: paths.account(),
    sessionsTo: paths.sessions(),
    accountName: session.account?.name ?? "",
    accountNumbers: summary?.numbers ?? [],
    address: summary?.address ?? [],
    helpDeskEmail: context.config.helpDeskEmail,
    switchTo: switchToOf(user),
    theme: { chosen: themeOf(context) ?? "system", action: paths.appearance(), returnTo: pathname + search },
    logoutAction: paths.logout(),
  };
}

export function staffView({ user, account }: Portal): StaffView | undefined {
  if (user.b2c) return undefined;
  return { accountName: account.name, clientId: account.clientId, switchTo: switchToOf(user) };
}

/** The summary of the current account, or undefined if it can't be loaded; the panel then shows only what is known. */
export async function findSummary(context: LoadContext, portal: Portal): Promise<AccountSummary | undefined> {
  const summary = await tolerate(accountSummary(portal), { context });
  return summary.ok ? summary.value : undefined;
}

const switchToOf = (user: SignedInUser) =>
  hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : undefined;

export function menuView(context: LoadContext, { user, account }: Portal) {
  const items = navigationFor(user, account.clientId, context);
  const invoicesTo = hasRole(user, account.clientId, "Orders") ? paths.invoices() : undefined;
  return { items, invoicesTo };
}

/** The messages that earlier requests left for the next page. */
export function messagesView({ context: { session, requestId }, request }: RouteArgs): MessageView[] {
  const messages = isPrefetchOrHead(request) ? [] : session.takeFlashes();
  return messages.map(({ tone, text }, index) => ({ id: `${requestId}-${index}`, tone, text }));
}
