import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { BrandMark } from "#app/ui/brand-mark.tsx";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import { CookieDialog } from "./cookie-dialog.tsx";
import { Footer } from "./footer.tsx";
import styles from "./public-frame.module.css";

interface PublicFrameProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly wide?: boolean;
  /** The page's address without anything that a stranger or an identity provider put in its query. The default is its path. */
  readonly address?: string;
  readonly children: ReactNode;
}

export function PublicFrame({ title, aside, wide, address, children }: PublicFrameProps) {
  const root = useRootData();
  const { pathname } = useLocation();
  return (
    <>
      {pathname !== paths.cookies() && <CookieDialog returnTo={address ?? pathname} />}
      <div className={styles.page}>
        <header className={styles.brand}>
          <BrandMark />
          {root?.brandName && <span className={styles.name}>{root.brandName}</span>}
          <span className={styles.app}>{root?.appTitle ?? "Customer Portal"}</span>
          {root?.environment && <EnvironmentTag name={root.environment} />}
        </header>
        <main className={styles.main} data-wide={wide} id="main" tabIndex={-1}>
          <div className={styles.card}>
            <h1 className={styles.title}>{title}</h1>
            <div className={styles.body}>
              {root?.statusBanner && <Message tone="warning">{root.statusBanner}</Message>}
              {children}
            </div>
          </div>
          {aside && <div className={styles.aside}>{aside}</div>}
        </main>
        <Footer />
      </div>
    </>
  );
}
