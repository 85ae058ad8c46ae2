import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { errorTitle } from "#app/document/page-title.ts";
import { ErrorContent, useErrorPage } from "#app/errors/error-content.tsx";
import { openToAnyone } from "#app/request/require.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

export const meta = errorTitle;

/** This route has no data. Its error boundary keeps the shell around a page's error; pages check access themselves. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return null;
}

export default function PageInShell() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route");
  const page = useErrorPage();
  const content = <ErrorContent page={page} />;
  if (!shell) return <PublicFrame title={page.heading}>{content}</PublicFrame>;
  return (
    <>
      <PageHeader title={page.heading} />
      {content}
    </>
  );
}
