import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { requireAccount } from "#app/request/require.ts";
import { changeNotification, isNotificationId } from "./change-notification.server.ts";
import { toNotificationLink } from "./notification-link.ts";
import { NotificationPage } from "./notification-page.tsx";
import { notificationView } from "./notification-view.server.ts";
import { openNotification } from "./opened-notification.ts";

export const meta = titled("Notification");

/** Opening it makes it read; `?open` then goes on to where it leads (spec 1 §4). */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const { id } = args.params;
  if (!isNotificationId(id)) throw pageNotFound();
  const opened = await openNotification(args, portal, id);
  if (!new URL(args.request.url).searchParams.has("open"))
    return notificationView(opened, portal.account.clientId, args.request.url);
  if (opened.failure) portal.session.flash({ tone: "error", text: opened.failure.message });
  throw redirect(toNotificationLink(opened.notification));
}

/** Archives it, or takes it back. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  return changeNotification(args, portal, args.params["id"] ?? "");
}

/** One notification (spec 1 §2). */
export default function Notification() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isBusy = useNavigation().state !== "idle";
  return <NotificationPage {...view} failure={answer?.failure ?? view.failure} isBusy={isBusy} />;
}
