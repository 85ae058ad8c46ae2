import type { LoaderFunctionArgs } from "@remix-run/node";
import { madeFile } from "#app/files/file-response.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { comingUpCalendar } from "./coming-up-calendar.server.ts";
import { comingKinds, loadComing } from "./coming-up.server.ts";

/** One calendar of all that the page can show. An error page if a part can't be loaded, since a file can't say so. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { brandName, publicUrl } = args.context.config;
  const parts = await Promise.all(comingKinds(args, portal).map(([kind]) => loadComing(args, portal, kind)));
  const calendar = await comingUpCalendar(
    parts.flatMap(({ items }) => items),
    { brandName, publicUrl, clientId: portal.account.clientId },
    parts.flatMap(({ note }) => note ?? []).join(" ") || undefined,
  );
  return madeFile(calendar, "coming-up.ics", "text/calendar; charset=utf-8");
}
