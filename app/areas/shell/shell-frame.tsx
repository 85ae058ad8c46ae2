import { useLocation, useNavigation } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { CookieDialog } from "#app/areas/pages/cookie-dialog.tsx";
import { Footer } from "#app/areas/pages/footer.tsx";
import { useOffers } from "#app/document/offers.ts";
import { useRootData } from "#app/document/root-data.ts";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import { EmployeeStrip } from "./parts/employee-strip.tsx";
import { Header } from "./parts/header.tsx";
import { LazyLive } from "./parts/lazy-live.tsx";
import { LoadingBar } from "./parts/loading-bar.tsx";
import { MessageBar, type MessageView } from "./parts/message-bar.tsx";
import { PaletteKeys } from "./parts/palette-keys.tsx";
import { SideNavigation } from "./parts/side-navigation.tsx";
import { useMenuClosing } from "./parts/use-menu-closing.ts";
import { useNavigationFocus } from "./parts/use-navigation-focus.ts";
import styles from "./shell-frame.module.css";
import type { ShellView } from "./shell-view.server.ts";

export function ShellFrame({ shell, children }: { shell: ShellView; children: ReactNode }) {
  const { account, employee, messages, notifications, menu } = shell;
  const { statusBanner, environment } = useRootData() ?? {};
  const { pathname, search, key } = useLocation();
  useMenuClosing(key);
  const busy = useNavigation().state !== "idle";
  const announcement = useNavigationFocus(busy, pathname);
  const isLive = useOffers("live") && notifications !== undefined;
  const [permissionWarning, setPermissionWarning] = useState<string>();
  const pageMessages = usePageMessages(messages, key);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      {employee && <EmployeeStrip {...employee} />}
      <Header {...shell} />
      {/* While no account is chosen, there's no menu and the page uses the full width. */}
      <div className={styles.frame} data-navigation={Boolean(menu)}>
        {menu && <SideNavigation items={menu.items} />}
        <div className={styles.column}>
          <CookieDialog returnTo={pathname + search} />
          <MessageBar
            messages={[
              ...lastingWarning("status", statusBanner),
              ...pageMessages,
              ...lastingWarning("permission", permissionWarning),
            ]}
          />
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
          <Footer>{environment && <EnvironmentTag name={environment} />}</Footer>
        </div>
      </div>
      <LoadingBar busy={busy} announcement={announcement} />
      {isLive && (
        <LazyLive
          accountName={account.accountName}
          latest={notifications.latest}
          warn={setPermissionWarning}
        />
      )}
      {menu && <PaletteKeys />}
    </>
  );
}

/** Keeps a page's messages when a live event reloads its data, because the server only sends each message once. */
function usePageMessages(messages: readonly MessageView[], pageKey: string): readonly MessageView[] {
  const [lastShown, setLastShown] = useState({ messages, pageKey });
  if (lastShown.pageKey === pageKey && (messages.length === 0 || messages === lastShown.messages))
    return lastShown.messages;
  setLastShown({ messages, pageKey });
  return messages;
}

/** A warning that stays for as long as there's a text, such as the operator's STATUS_BANNER. */
function lastingWarning(id: string, text: string | undefined): MessageView[] {
  return text ? [{ id, tone: "warning", text, lasting: true }] : [];
}
