import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarFile } from "#app/files/calendar.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { eventOf, loadUpcoming, permittedKinds } from "./coming-up.server.ts";

/** A calendar file with everything coming up that this person may see. If one kind doesn't load there's no file; if a list is incomplete, the file says so. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const parts = await Promise.all(
    permittedKinds(args, portal).map((kind) => loadUpcoming(args, portal, kind)),
  );
  const events = parts.flatMap(({ items }) => items.map(eventOf));
  const note = parts.flatMap((part) => part.note ?? []).join(" ") || undefined;
  return calendarFile("Coming up", events, args.context.config, portal.account.clientId, note);
}
