import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { Message } from "#app/ui/message.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";
import { paths } from "#shared/paths.ts";
import { CookieDialog } from "./cookie-dialog.tsx";

interface PublicFrameProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly wide?: boolean;
  /** The page's address without what a stranger or an identity provider may have put into its query. Default: its path. */
  readonly address?: string;
  readonly children: ReactNode;
}

export function PublicFrame({ title, aside, wide, address, children }: PublicFrameProps) {
  const root = useRootData();
  const { pathname } = useLocation();
  const asksAboutCookies = root?.undecidedOnCookies && pathname !== paths.cookies();
  return (
    <>
      {asksAboutCookies && <CookieDialog returnTo={address ?? pathname} />}
      <PublicPage
        title={title}
        brandName={root?.brandName ?? ""}
        appTitle={root?.appTitle ?? "Customer Portal"}
        environment={root?.environment}
        aside={aside}
        wide={wide}
        footerLinks={root?.footer}
      >
        {root?.statusBanner && (
          <Message tone="warning">
            <p>{root.statusBanner}</p>
          </Message>
        )}
        {children}
      </PublicPage>
    </>
  );
}
