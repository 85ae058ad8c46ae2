import type { LoaderFunctionArgs } from "@remix-run/node";
import { expiryCalendar } from "#app/areas/subscriptions/expiries.server.ts";
import { subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { madeFile } from "#app/files/file-response.server.ts";
import { collectAllItems } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";
import { quoteList } from "./quote-list.server.ts";
import { isAcceptable } from "./quote-view.server.ts";

/** A calendar of the ends of acceptable quotes, and of subscriptions if the user may see them. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Quotes");
  const { config, services } = args.context;
  const { clientId } = portal.account;
  const urlOf = (path: string) => new URL(path, config.publicUrl).href;
  const [quotes, licences] = await Promise.all([
    collectAllItems(quoteList, portal, urlOf(paths.quotes())),
    hasRole(portal.user, clientId, "Contracts")
      ? collectAllItems(subscriptionList, portal, urlOf(paths.subscriptions()))
      : { items: [], note: undefined },
  ]);
  const notes = [quotes.note, licences.note].filter(Boolean);
  const acceptableQuotes = quotes.items.filter((quote) => isAcceptable(quote, services.now()));
  const options = { brandName: config.brandName, publicUrl: config.publicUrl, clientId };
  const calendar = await expiryCalendar(
    licences.items,
    options,
    notes.join(" ") || undefined,
    acceptableQuotes,
  );
  return madeFile(calendar, "quotes-and-subscriptions.ics", "text/calendar; charset=utf-8");
}
