import { promiseHash } from "remix-utils/promise";
import { loadUnpaidSummary, toPayView } from "#app/areas/invoices/unpaid.server.ts";
import { summaryOf } from "#app/areas/notifications/notification-list.server.ts";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { offers } from "#app/document/offers.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import type { BlogItem } from "#server/feeds/parse-feed.ts";
import { paths } from "#shared/paths.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  notificationStatus,
  type Notification,
} from "#shared/portal-api/notifications.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { listMyLatestTickets } from "#shared/portal-api/support-tickets.ts";
import { hasRole, hasRoleAnywhere } from "#shared/roles.ts";
import { loadAttention, type Entry } from "./attention.server.ts";
import { currentBanner } from "./banners.ts";
import { shortcutsFor } from "./shortcuts.ts";
import { welcomeView } from "./welcome.server.ts";

export type DashboardView = Awaited<ReturnType<typeof dashboardView>>;

/** Loads all panels in parallel; a panel that doesn't load has its error instead. */
export async function dashboardView(args: RouteArgs, portal: Portal) {
  const { context, request } = args;
  const { config, services, session } = context;
  const { user, account } = portal;
  const forRole = <T>(role: RoleName, load: () => Promise<T>) =>
    hasRole(user, account.clientId, role) ? tolerate(load(), { context }) : Promise.resolve(undefined);
  const loading = loadAttention(args, portal);
  const mandates = () => loading.then((loaded) => loaded.mandates);
  const { loaded, ...panels } = await promiseHash({
    loaded: loading,
    status: statusNote(context),
    welcome: welcomeView(args, portal),
    toPay: forRole("Orders", async () => toPayView(await loadUnpaidSummary(args, portal, mandates()))),
    tickets: forRole("Support", () => latestTickets(portal)),
    notifications: tolerate(latestNotifications(portal), { context }),
    posts: offers(config, "news")
      ? tolerate(latestPosts(services.feeds.latestPosts()), {
          context,
          message: "There was an error loading the blog.",
        })
      : Promise.resolve(undefined),
    campaigns: tolerate(services.feeds.campaigns(session.tokens?.identityToken ?? "", account.clientId), {
      context,
      message: "There was an error loading campaigns.",
    }),
  });
  return {
    ...panels,
    attention: loaded.attention,
    brandName: config.brandName,
    accountName: account.name,
    chooseAccountUrl: hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : undefined,
    banner: currentBanner(services.now(), config.banners),
    blogUrl: config.blogUrl,
    shortcuts: shortcutsFor(user, account.clientId, context).filter(
      ({ to }) => to !== paths.directDebits() || loaded.mandates?.size,
    ),
    offersBrowserNotifications:
      offers(config, "live") && new URL(request.url).searchParams.get("enableNotifications") === "true",
  };
}

const LATEST_TICKETS = 2;

async function latestTickets({ api }: Portal): Promise<Entry[]> {
  const tickets = await api.call(listMyLatestTickets, {}, optionalCallOptions);
  return tickets.slice(0, LATEST_TICKETS).map(({ supportTicketId, subject, time }) => ({
    id: supportTicketId,
    title: subject.trim() || `Ticket ${supportTicketId}`,
    detail: [`#${supportTicketId}`, formatDate(time)].filter(Boolean).join(" · "),
    to: paths.ticket(supportTicketId),
  }));
}

/** The same query as the notifications menu, so that one API call serves both. */
async function latestNotifications({ api }: Portal): Promise<Entry[]> {
  const query = latestNotificationsQuery;
  const { items } = await api.call(listMyNotifications, { query }, optionalCallOptions);
  return items.slice(0, query.pageSize).map((item: Notification) => {
    const { title, detail, openingUrl: to } = summaryOf(item);
    return { id: item.notificationId, title, detail, to, unread: item.status === notificationStatus.unread };
  });
}

async function latestPosts(posts: Promise<readonly BlogItem[]>): Promise<Entry[]> {
  return (await posts).map(({ title, link, publishedOn, readMinutes }) => {
    const readTime = readMinutes === "" ? undefined : `${readMinutes} min read`;
    const detail = [formatDate(publishedOn), readTime].filter((part) => part !== undefined).join(" · ");
    return { title, detail, to: link };
  });
}
