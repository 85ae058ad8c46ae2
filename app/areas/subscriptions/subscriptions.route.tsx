import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { paths } from "#shared/paths.ts";
import { loadExpirySummary } from "./expiries.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";
import { subscriptionCells } from "./subscription-parts.tsx";
import styles from "./subscriptions.module.css";

export const meta = pageTitle("Subscriptions");
export const loader = listLoader(subscriptionList, ({ args, portal }) => ({
  expiring: tolerate(loadExpirySummary(portal, args.context.services.now()), args),
}));

export default function Subscriptions() {
  const { view, expiring } = useLoaderData<typeof loader>();
  return (
    <ListPage title="Subscriptions" view={view} cells={subscriptionCells}>
      <Tabs
        label="Subscription views"
        tabs={[
          { label: "List", to: paths.subscriptions(), isCurrent: true },
          { label: "By month of expiry", to: paths.comingUp("subscriptions"), isCurrent: false },
        ]}
      />
      {expiring.ok && (
        <div className={styles.strip}>
          <FigureStrip label="What expires" figures={expiring.value} />
        </div>
      )}
      {!expiring.ok && !view.failure && <PanelError {...expiring} />}
    </ListPage>
  );
}
