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
          What was done with your sign-in in the last 90 days, 500 entries at most, without contents. If you
          do not recognise something, look at <Link to={paths.sessions()}>where you are signed in</Link> and
          change your password.
        </>
      }
      view={view}
    />
  );
}
