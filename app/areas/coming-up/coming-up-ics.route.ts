import type { LoaderFunctionArgs } from "@remix-run/node";
import { madeFile } from "#app/files/file-response.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { comingUpCalendar } from "./coming-up-calendar.server.ts";
import { comingKinds, loadComing } from "./coming-up.server.ts";

/** One calendar of everything the page can show. If a kind fails there's no file; if a list is incomplete, the file says so. */
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
