import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { titled } from "../../request/page-title.ts";
import { openToAnyone } from "../../request/proof.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { PublicPage } from "../../ui/public-page.tsx";
import { ErrorContent } from "./error-content.tsx";
import { errorPageFor } from "./error-reasons.ts";

export const handle = { scripts: false };
export const meta = titled("Error");

/** Generic error page (spec 1 §2): a message, sub-messages, Logout where that helps. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const reason = new URL(args.request.url).searchParams.get("reason");
  return data(errorPageFor(reason), { status: 500 });
}

export default function ErrorRoute() {
  const page = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage title={page.heading} appTitle={root?.appTitle ?? ""} environment={root?.environment}>
      <ErrorContent page={page} />
    </PublicPage>
  );
}
