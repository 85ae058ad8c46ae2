import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { OtherAccountPage } from "#app/areas/accounts/other-account-page.tsx";
import { ErrorContent } from "#app/areas/pages/error-content.tsx";
import { PublicError } from "#app/areas/pages/public-error.tsx";
import { useErrorPage } from "#app/areas/pages/use-error-page.ts";
import { errorTitle } from "#app/request/page-title.ts";
import { openToAnyone } from "#app/request/proof.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

export const meta = errorTitle;

/** Holds nothing itself: it stands between shell and page so that an error leaves the shell in place. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return null;
}

/** The page that was asked for. */
export default function Page() {
  return <Outlet />;
}

/** What went wrong, in the shell where there is one. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route");
  const page = useErrorPage();
  if (!shell) return <PublicError />;
  if ("kind" in page) {
    return (
      <>
        <PageHeader title="You have switched accounts" />
        <OtherAccountPage page={page} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={page.heading} />
      <ErrorContent page={page} />
    </>
  );
}
