import type { LoaderFunctionArgs } from "@remix-run/node";
import { madeFile } from "#app/files/file-response.server.ts";
import { collectAllItems } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { expiryCalendar } from "./expiries.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Contracts");
  const { brandName, publicUrl } = args.context.config;
  const { items, note } = await collectAllItems(subscriptionList, portal, args.request.url);
  const options = { brandName, publicUrl, clientId: portal.account.clientId };
  const calendar = await expiryCalendar(items, options, note);
  return madeFile(calendar, "subscriptions.ics", "text/calendar; charset=utf-8");
}
