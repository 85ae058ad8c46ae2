import type { ShellView } from "#app/areas/shell/shell-view.server.ts";
import { useRootData } from "#app/document/root-data.ts";
import { BrandMark } from "#app/ui/brand-mark.tsx";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import { paths } from "#shared/paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import styles from "./header.module.css";
import { NotificationsMenu } from "./notifications-menu.tsx";
import { SearchBox } from "./search-box.tsx";

/** The header's menus are `details` elements with the same name, so only one is open at a time, even without scripts. */
export function Header({ notifications, account, menu }: ShellView) {
  const { brandName = "", appTitle = "", environment } = useRootData() ?? {};
  return (
    <header className={styles.header}>
      <a className={styles.brand} href={paths.dashboard()} aria-label={`${brandName} ${appTitle}`}>
        <BrandMark />
        <span className={styles.name}>{brandName}</span>
        <span className={styles.app}>{appTitle}</span>
      </a>
      {environment && (
        <div className={styles.environment}>
          <EnvironmentTag name={environment} />
        </div>
      )}
      {/* For narrow screens; on wide ones the account menu shows the name. */}
      <span className={styles.account} aria-hidden="true">
        {account.accountName}
      </span>
      {notifications && <SearchBox place="header" />}
      <div className={styles.tools}>
        {notifications && <NotificationsMenu {...notifications} />}
        <BottomBar menu={menu} />
        <AccountMenu {...account} />
      </div>
    </header>
  );
}
