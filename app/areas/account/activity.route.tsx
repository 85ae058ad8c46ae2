import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { showItems } from "#app/grid/list-loader.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { activityList, loadActivity } from "./activity-list.server.ts";

const TITLE = "Your activity";
export const meta = pageTitle(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  return { view: await showItems(activityList, args, await loadActivity(args, portal)) };
}

export default function ActivityPage() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title={TITLE}
      intro={
        <>
          What you&apos;ve done here in the last 90 days (up to 500 entries). If there&apos;s something you
          don&apos;t recognise, check <Link to={paths.sessions()}>where you&apos;re signed in</Link> and
          change your password.
        </>
      }
      view={view}
    />
  );
}
