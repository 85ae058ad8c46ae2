import { useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Visit } from "#app/areas/line-faults/visit.tsx";
import { SearchBox } from "#app/areas/shell/parts/search-box.tsx";
import type { loader as shellLoader } from "#app/areas/shell/shell.route.tsx";
import { StatusMessage } from "#app/areas/status/status-message.tsx";
import type { Tolerated } from "#app/errors/tolerate.ts";
import { EnableNotifications } from "#app/live/enable-notifications.tsx";
import { BrandMark } from "#app/ui/brand-mark.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LinkList, type LinkListItem } from "#app/ui/link-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import bannerStyles from "./banner-strip.module.css";
import { CampaignCarousel } from "./campaign-carousel.tsx";
import type { DashboardView } from "./dashboard-view.server.ts";
import styles from "./dashboard.module.css";
import { ToPayCard } from "./to-pay-card.tsx";
import { WelcomeCard } from "./welcome-card.tsx";

export function Dashboard(view: DashboardView) {
  const shell = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route");
  return (
    <>
      <div className={styles.brand}>
        <BrandMark size="large" />
        <p>
          <span className={styles.name}>{view.brandName}</span>
          <span className={styles.greeting}>Welcome, {shell?.account.firstName}</span>
        </p>
      </div>
      <SearchBox place="page if narrow" />
      <div className={styles.notices}>
        {view.status && <StatusMessage {...view.status} />}
        {view.banner && <BannerStrip {...view.banner} />}
        {view.offersBrowserNotifications && <EnableNotifications />}
      </div>
      <div className={styles.first}>
        {view.toPay && <ToPayCard toPay={view.toPay} />}
        <AttentionCard {...view.attention} />
      </div>
      <Columns {...view} />
    </>
  );
}

function BannerStrip({ content, linkUrl, linkTitle, colour }: NonNullable<DashboardView["banner"]>) {
  return (
    <aside className={bannerStyles.banner} data-colour={colour} aria-label="Announcement">
      <Icon name="megaphone" />
      <div className={bannerStyles.words}>
        <p className={bannerStyles.content}>{content}</p>
        <a className={bannerStyles.link} href={linkUrl}>
          {linkTitle}
          <Icon name={linkUrl.startsWith("/") ? "arrow-right" : "external-link"} size="small" />
        </a>
      </div>
    </aside>
  );
}

function AttentionCard({ visits, entries, moreCount, failures }: DashboardView["attention"]) {
  if (visits.length === 0 && entries.length === 0 && failures.length === 0) return null;
  return (
    <Card
      heading="Needs your attention"
      id="needs-you"
      icon="calendar"
      flush={failures.length === 0}
      footer={moreCount > 0 && <a href={paths.comingUp()}>{`See ${moreCount} more in the coming weeks`}</a>}
    >
      {failures.map((failure) => (
        <PanelError key={failure.message} {...failure} retryTo={paths.dashboard()} />
      ))}
      {visits.map(({ id, title, to, ...visit }) => (
        <div key={id} className={styles.visit}>
          <a href={to}>{title}</a>
          <Visit {...visit} />
        </div>
      ))}
      {entries.length > 0 && <LinkList items={entries} />}
    </Card>
  );
}

function Columns(view: DashboardView) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <WelcomeCard {...view} />
        <CustomerDetails {...view} />
        {view.tickets && (
          <EntryPanel
            heading="Tickets"
            id="tickets"
            icon="life-buoy"
            panel={view.tickets}
            emptyText="You have no open tickets"
            footer={
              <>
                <a href={paths.tickets()}>View all tickets</a>
                <a href={paths.ticketNew()}>Log New Ticket</a>
              </>
            }
          />
        )}
      </div>
      <div className={styles.column}>
        {view.posts && (
          <EntryPanel
            heading="Blogs & News"
            id="blog"
            icon="newspaper"
            panel={view.posts}
            emptyText="There are no posts at the moment"
            footer={view.blogUrl && <a href={view.blogUrl}>View more</a>}
          />
        )}
        <EntryPanel
          heading="Notifications"
          id="notifications"
          icon="bell"
          panel={view.notifications}
          emptyText="You have no recent notifications"
          footer={<a href={paths.notifications()}>View all notifications</a>}
        />
      </div>
      <div className={styles.column}>
        {view.campaigns.ok ? (
          view.campaigns.value.length > 0 && <CampaignCarousel campaigns={view.campaigns.value} />
        ) : (
          <PanelError {...view.campaigns} retryTo={paths.dashboard()} />
        )}
        <Card heading="Shortcuts" id="shortcuts" flush>
          <LinkList items={view.shortcuts} />
        </Card>
      </div>
    </div>
  );
}

function CustomerDetails({ accountName, chooseAccountUrl }: DashboardView) {
  const links = (
    <>
      <a href={paths.account()}>Account Details</a>
      {chooseAccountUrl && <a href={chooseAccountUrl}>Switch Account</a>}
    </>
  );
  return (
    <Card heading="Customer Details" id="customer-details" icon="building-2" footer={links}>
      <DescriptionList items={[{ term: "Account name", detail: accountName }]} />
    </Card>
  );
}

interface EntryPanelProps extends Pick<ComponentProps<typeof Card>, "heading" | "id" | "icon" | "footer"> {
  panel: Tolerated<readonly LinkListItem[]>;
  emptyText: string;
}

function EntryPanel({ heading, id, icon, panel, emptyText, footer }: EntryPanelProps) {
  const entries = panel.ok ? panel.value : [];
  return (
    <Card {...{ heading, id, icon }} flush={entries.length > 0} footer={panel.ok && footer}>
      {!panel.ok && <PanelError {...panel} retryTo={paths.dashboard()} />}
      {panel.ok && entries.length === 0 && (
        <EmptyState icon={icon} compact>
          {emptyText}
        </EmptyState>
      )}
      {entries.length > 0 && <LinkList items={entries} />}
    </Card>
  );
}
