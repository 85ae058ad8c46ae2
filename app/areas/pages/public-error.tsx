import { useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "../../root.tsx";
import { PublicPage } from "../../ui/public-page.tsx";
import { OtherAccountPage } from "../accounts/other-account-page.tsx";
import { ErrorContent } from "./error-content.tsx";
import { useErrorPage } from "./use-error-page.ts";

/** An error page without the shell. */
export function PublicError() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const page = useErrorPage();
  const title = "kind" in page ? "You have switched accounts" : page.heading;
  return (
    <PublicPage title={title} appTitle={root?.appTitle ?? "Customer Portal"} environment={root?.environment}>
      {"kind" in page ? <OtherAccountPage page={page} /> : <ErrorContent page={page} />}
    </PublicPage>
  );
}
