import type { LoaderFunctionArgs } from "@remix-run/node";
import { attachment } from "#app/files/file-response.server.ts";
import { everyItem } from "#app/grid/list-loader.server.ts";
import { requireRole } from "#app/request/require.ts";
import { expiryCalendar } from "./expiries.server.ts";
import { subscriptionList } from "./subscription-list.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Contracts");
  const { brandName, publicUrl } = args.context.config;
  const licences = await Array.fromAsync(everyItem(subscriptionList, portal, args.request.url));
  const place = { brandName, publicUrl, clientId: portal.account.clientId };
  return new Response(expiryCalendar(licences, place), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": attachment("subscriptions.ics"),
      "Cache-Control": "no-store",
    },
  });
}
