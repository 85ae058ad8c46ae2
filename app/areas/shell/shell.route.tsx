import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { sendUnsentReturns } from "#app/areas/payments/result.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import { openToAnyone, requireUser } from "#app/request/require.ts";
import { ShellFrame } from "./shell-frame.tsx";
import { logThisPageView } from "./shell-view.server.ts";
import { accountView, employeeView, menuView, notificationsView, takeMessages } from "./shell-view.server.ts";

/** The frame around every signed-in page. It doesn't check access, because each page does that itself. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session } = args.context;
  if (!session.user) return null;
  const signedIn = await requireUser(args);
  const { user } = signedIn;
  if (args.context.navigation && args.request.method === "GET") logThisPageView(args, signedIn);
  const messages = takeMessages(args);
  if (!session.account) return { account: accountView(args, user, session, undefined), messages };
  const portal = { ...signedIn, account: session.account };
  if (args.context.navigation) sendUnsentReturns(args, portal);
  const [notifications, summary] = await Promise.all([
    notificationsView(args, portal),
    tolerate(accountSummary(portal), args),
  ]);
  return {
    account: accountView(args, user, session, summary),
    employee: employeeView(portal),
    notifications,
    menu: menuView(args.context, portal),
    messages,
  };
}

export default function Shell() {
  const shell = useLoaderData<typeof loader>();
  if (!shell) return <Outlet />;
  return (
    <ShellFrame shell={shell}>
      <Outlet />
    </ShellFrame>
  );
}
