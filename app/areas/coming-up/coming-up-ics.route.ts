import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarFile } from "#app/files/calendar.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { comingEvent, comingKinds, loadComing } from "./coming-up.server.ts";

/** One calendar of everything the page can show. If a kind fails there's no file; if a list is incomplete, the file says so. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const parts = await Promise.all(comingKinds(args, portal).map((kind) => loadComing(args, portal, kind)));
  const events = parts.flatMap(({ items }) => items.map(comingEvent));
  const note = parts.flatMap((part) => part.note ?? []).join(" ") || undefined;
  return calendarFile("Coming up", events, args.context.config, portal.account.clientId, note);
}
