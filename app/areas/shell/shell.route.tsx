import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { logThisPageView } from "./page-view.ts";
import { AppFrame } from "./parts/app-frame.tsx";
import { BottomBar } from "./parts/bottom-bar.tsx";
import { CookieDialog } from "./parts/cookie-dialog.tsx";
import { Footer } from "./parts/footer.tsx";
import { Header } from "./parts/header.tsx";
import { MessageBar } from "./parts/message-bar.tsx";
import { SideNavigation } from "./parts/side-navigation.tsx";
import { accountView, findSummary, footerLinks, menuView, messagesView, notificationsView } from "./shell-view.ts";
import { paths } from "../../paths.ts";
import { openToAnyone } from "../../request/proof.ts";
import { requireUser } from "../../request/require.ts";
import type { loader as rootLoader } from "../../root.tsx";

/**
 * Header, navigation and what goes around every signed-in page (spec 1 §2, Shell). Lets nobody in by itself:
 * each page asks who is there; for nobody there is no shell.
 */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session, config } = args.context;
  if (!session.user) return null;
  const signedIn = await requireUser(args);
  const { user } = signedIn;
  if (args.request.method === "GET") logThisPageView(args, signedIn);
  const footer = footerLinks(config);
  const messages = messagesView(session);
  if (!session.account) return { account: accountView(args, user, session, undefined), footer, messages };
  const portal = { ...signedIn, account: session.account };
  const [notifications, summary] = await Promise.all([notificationsView(portal), findSummary(portal)]);
  return { account: accountView(args, user, session, summary), notifications, menu: menuView(portal), footer, messages };
}

export default function Shell() {
  const shell = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname, search } = useLocation();
  if (!shell) return <Outlet />;
  const { account, footer, messages } = shell;
  const notifications = "notifications" in shell ? shell.notifications : undefined;
  const menu = "menu" in shell ? shell.menu : undefined;
  const environment = root?.environment;
  return (
    <AppFrame
      header={<Header homeTo={paths.dashboard()} appTitle={root?.appTitle ?? ""} {...{ environment, notifications, account }} />}
      navigation={menu && <SideNavigation items={menu.items} currentPath={pathname} />}
      messages={<MessageBar messages={messages} />}
      footer={<Footer links={footer} environment={environment} />}
      bottomBar={menu && <BottomBar invoicesTo={menu.invoicesTo} current={pathname.startsWith(paths.invoices())} />}
      floating={
        root?.undecidedOnCookies && (
          <CookieDialog action={paths.cookies()} returnTo={pathname + search} policyTo={paths.cookies()} />
        )
      }
    >
      <Outlet />
    </AppFrame>
  );
}
