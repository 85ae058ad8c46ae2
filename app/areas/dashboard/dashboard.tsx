import { useRouteLoaderData } from "@remix-run/react";
import { SearchBox } from "#app/areas/shell/parts/search-box.tsx";
import type { loader as shellLoader } from "#app/areas/shell/shell.route.tsx";
import { EnableNotifications } from "#app/live/enable-notifications.tsx";
import { BrandMark } from "#app/ui/brand-mark.tsx";
import { Card } from "#app/ui/card.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import { AttentionCard } from "./attention-card.tsx";
import { BannerStrip } from "./banner-strip.tsx";
import { CampaignCarousel } from "./campaign-carousel.tsx";
import { CustomerDetails } from "./customer-details.tsx";
import type { DashboardView } from "./dashboard-view.server.ts";
import styles from "./dashboard.module.css";
import { EntryPanel } from "./entry-panel.tsx";
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
      {view.incident && <BannerStrip {...view.incident} label="Incident" />}
      {view.banner && <BannerStrip {...view.banner} label="Announcement" />}
      {view.offersBrowserNotifications && (
        <div className={styles.enable}>
          <EnableNotifications />
        </div>
      )}
      <div className={styles.first}>
        {view.toPay && <ToPayCard toPay={view.toPay} />}
        <AttentionCard {...view.attention} />
      </div>
      <Columns {...view} />
    </>
  );
}

function Columns(view: DashboardView) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <WelcomeCard {...view} />
        <CustomerDetails accountName={view.accountName} switchTo={view.chooseAccountUrl} />
        {view.tickets && (
          <EntryPanel
            heading="Tickets"
            id="tickets"
            icon="life-buoy"
            panel={view.tickets}
            emptyText="You have no open tickets"
            footerLinks={[
              { label: "View all tickets", to: paths.tickets() },
              { label: "Log New Ticket", to: paths.ticketNew() },
            ]}
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
            footerLinks={view.blogUrl ? [{ label: "View more", to: view.blogUrl }] : []}
          />
        )}
        <EntryPanel
          heading="Notifications"
          id="notifications"
          icon="bell"
          panel={view.notifications}
          emptyText="You have no recent notifications"
          footerLinks={[{ label: "View all notifications", to: paths.notifications() }]}
        />
      </div>
      <div className={styles.column}>
        <Campaigns campaigns={view.campaigns} />
        <Card heading="Shortcuts" id="shortcuts" flush>
          <LinkList items={view.shortcuts} />
        </Card>
      </div>
    </div>
  );
}

function Campaigns({ campaigns }: Pick<DashboardView, "campaigns">) {
  if (!campaigns.ok) return <PanelError {...campaigns} retryTo={paths.dashboard()} />;
  return campaigns.value.length > 0 ? <CampaignCarousel campaigns={campaigns.value} /> : null;
}
