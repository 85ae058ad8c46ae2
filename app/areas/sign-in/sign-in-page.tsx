import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { loader as rootLoader } from "../../root.tsx";
import { PublicPage } from "../../ui/public-page.tsx";

interface SignInPageProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page of this area: without the shell, under the portal's name. */
export function SignInPage({ title, aside, children }: SignInPageProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage
      title={title}
      appTitle={root?.appTitle ?? "Customer Portal"}
      environment={root?.environment}
      aside={aside}
    >
      {children}
    </PublicPage>
  );
}
