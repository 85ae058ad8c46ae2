import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { ErrorContent } from "#app/errors/error-content.tsx";
import { openToAnyone } from "#app/request/require.ts";

import { errorPageFor } from "./error-reasons.ts";
import { PublicFrame } from "./public-frame.tsx";

export const handle = { scripts: false };
export const meta = titled("Error");

/** A request id, as the server makes them; nothing else gets onto the page. */
const REFERENCE = /^[\w-]{8,64}$/;

/** Generic error page (spec 1 §2): a message, sub-messages, Logout where that helps. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { searchParams } = new URL(args.request.url);
  const page = errorPageFor(searchParams.get("reason"), args.context.config);
  const reference = searchParams.get("reference") ?? "";
  return data({ ...page, ...(REFERENCE.test(reference) ? { reference } : {}) }, { status: 500 });
}

export default function ErrorRoute() {
  const page = useLoaderData<typeof loader>();
  return (
    <PublicFrame title={page.heading}>
      <ErrorContent page={page} />
    </PublicFrame>
  );
}
