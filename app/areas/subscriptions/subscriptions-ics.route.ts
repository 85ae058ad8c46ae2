import type { LoaderFunctionArgs } from "@remix-run/node";
import { madeFile } from "#app/files/file-response.server.ts";
import { loadAllItems, missingItemsNote } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { expiryCalendar } from "./expiries.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Contracts");
  const { brandName, publicUrl } = args.context.config;
  let missing = 0;
  const items = loadAllItems(subscriptionList, portal, args.request.url, (count) => (missing = count));
  const licences = await Array.fromAsync(items);
  const options = { brandName, publicUrl, clientId: portal.account.clientId };
  const calendar = await expiryCalendar(licences, options, missingItemsNote(subscriptionList, missing));
  return madeFile(calendar, "subscriptions.ics", "text/calendar; charset=utf-8");
}
