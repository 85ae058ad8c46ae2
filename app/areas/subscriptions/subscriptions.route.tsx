import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { titled } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { loadList } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { loadExpiring } from "./expiries.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";
import { CalendarLink, Expiring, subscriptionCells } from "./subscription-parts.tsx";

export const meta = titled("Subscriptions");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Contracts");
  const now = args.context.services.now();
  return promiseHash({ view: loadList(subscriptionList, args, portal), expiring: loadExpiring(portal, now) });
}

export default function Subscriptions() {
  const { view, expiring } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Subscriptions"
      view={view}
      cells={subscriptionCells}
      actions={view.total > 0 && <CalendarLink list={view.list} state={view.state} />}
    >
      <Expiring {...expiring} />
    </ListPage>
  );
}
