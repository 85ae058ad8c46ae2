import { useLocation, useNavigation } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { CookieDialog } from "#app/areas/pages/cookie-dialog.tsx";
import { useOffers } from "#app/document/offers.ts";
import { useRootData } from "#app/document/root-data.ts";
import { useLive } from "#app/live/use-live.ts";
import { paths } from "#app/paths.ts";
import { AppFrame } from "./parts/app-frame.tsx";
import { BottomBar } from "./parts/bottom-bar.tsx";
import { Footer } from "./parts/footer.tsx";
import { Header } from "./parts/header.tsx";
import { LoadingBar } from "./parts/loading-bar.tsx";
import { MessageBar } from "./parts/message-bar.tsx";
import { SideNavigation } from "./parts/side-navigation.tsx";
import { StaffStrip, type StaffView } from "./parts/staff-strip.tsx";
import { ToastRegion } from "./parts/toast-region.tsx";
import { useArrival } from "./parts/use-arrival.ts";
import { useMenus } from "./parts/use-menus.ts";
import type { AccountView, MessageView, NavigationItem, NotificationsView } from "./parts/view-models.ts";

export interface ShellView {
  readonly account: AccountView;
  readonly staff?: StaffView;
  readonly messages: readonly MessageView[];
  readonly notifications?: NotificationsView;
  readonly menu?: { readonly items: readonly NavigationItem[]; readonly invoicesTo?: string };
}

export function ShellFrame({ shell, children }: { shell: ShellView; children: ReactNode }) {
  const { account, staff, messages, notifications, menu } = shell;
  const root = useRootData();
  const { pathname, key } = useLocation();
  useMenus(key);
  const busy = useNavigation().state !== "idle";
  const announced = useArrival(busy, pathname);
  const live = useLive({ enabled: useOffers("live") && notifications !== undefined, ...notifications });
  const environment = root?.environment;
  const tools = { environment, notifications, account };
  return (
    <AppFrame
      header={
        <>
          {staff && <StaffStrip {...staff} />}
          <Header
            homeTo={paths.dashboard()}
            brandName={root?.brandName ?? ""}
            appTitle={root?.appTitle ?? ""}
            {...tools}
          />
        </>
      }
      navigation={menu && <SideNavigation items={menu.items} currentPath={pathname} />}
      messages={
        <MessageBar
          messages={[...statusOf(root?.statusBanner), ...useKept(messages, key), ...warningOf(live.warning)]}
        />
      }
      footer={<Footer links={root?.footer ?? []} environment={environment} />}
      bottomBar={<BottomBar invoicesTo={menu?.invoicesTo} current={pathname.startsWith(paths.invoices())} />}
      floating={
        <>
          <LoadingBar busy={busy} announced={announced} />
          <ToastRegion toasts={live.toasts} onDismiss={live.dismiss} holding={live.holding} />
          {root?.undecidedOnCookies && <AskAboutCookies />}
        </>
      }
    >
      {children}
    </AppFrame>
  );
}

function AskAboutCookies() {
  const { pathname, search } = useLocation();
  return <CookieDialog action={paths.cookies()} returnTo={pathname + search} policyTo={paths.cookies()} />;
}

/** Keeps the messages that came with this page: when a live event reloads its data, they no longer come along. */
function useKept(messages: readonly MessageView[], pageKey: string): readonly MessageView[] {
  const [kept, setKept] = useState({ messages, pageKey });
  if (kept.pageKey === pageKey && (messages.length === 0 || messages === kept.messages)) return kept.messages;
  setKept({ messages, pageKey });
  return messages;
}

/** The operator's announcement, such as a known disruption (STATUS_BANNER). */
function statusOf(text: string | undefined): MessageView[] {
  return text ? [{ id: "status", tone: "warning", text, lasting: true }] : [];
}

function warningOf(text: string | undefined): MessageView[] {
  return text ? [{ id: "permission", tone: "warning", text, lasting: true }] : [];
}
