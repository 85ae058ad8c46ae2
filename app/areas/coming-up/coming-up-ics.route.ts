import type { LoaderFunctionArgs } from "@remix-run/node";
import { madeFile } from "#app/files/file-response.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { comingUpCalendar } from "./coming-up-calendar.server.ts";
import { loadUpcoming, permittedKinds } from "./coming-up.server.ts";

/** A calendar file with every kind. If one kind doesn't load there's no file; if a list is incomplete, the file says so. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { brandName, publicUrl } = args.context.config;
  const parts = await Promise.all(
    permittedKinds(args, portal).map(([kind]) => loadUpcoming(args, portal, kind)),
  );
  const calendar = await comingUpCalendar(
    parts.flatMap(({ items }) => items),
    { brandName, publicUrl, clientId: portal.account.clientId },
    parts.flatMap(({ note }) => note ?? []).join(" ") || undefined,
  );
  return madeFile(calendar, "coming-up.ics", "text/calendar; charset=utf-8");
}
