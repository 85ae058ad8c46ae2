import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ErrorContent } from "#app/errors/error-content.tsx";
import type { ErrorPage } from "#app/errors/error-page.ts";
import { openToAnyone } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { PublicFrame } from "./public-frame.tsx";

export const handle: PageFacts = { scripts: false };
export const meta = pageTitle("Error");

/** The format of our request ids. We don't show any other reference from the address. */
const REFERENCE = /^[\w-]{8,64}$/;

const CLIENT_DETAILS_ERROR =
  "It looks like we couldn't load your client details, the site may be temporarily down, please try again later.";

/** The address only has a key from this table, so that a forged link can't put its own text on the page. */
const reasons: Readonly<Record<string, ErrorPage>> = {
  clients: {
    heading: "Something went wrong",
    message: "There was an error loading associated accounts.",
    subMessages: [CLIENT_DETAILS_ERROR],
    action: "logout",
  },
  "clients-network": {
    heading: "The portal is temporarily unavailable",
    message: "We couldn't look up your accounts.",
    subMessages: [CLIENT_DETAILS_ERROR],
    action: "logout",
  },
  "no-clients": {
    heading: "No accounts found",
    message: "We couldn't find any accounts for you.",
    subMessages: ["If you think this is wrong, please contact us:"],
    action: "logout",
  },
};

const defaultPage: ErrorPage = {
  heading: "Something went wrong",
  message: "Please try again later.",
  action: "dashboard",
};

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { searchParams } = new URL(args.request.url);
  const { helpDeskEmail, helpDeskPhone } = args.context.config;
  const reason = searchParams.get("reason") ?? "";
  const page = (Object.hasOwn(reasons, reason) && reasons[reason]) || defaultPage;
  const contact = reason === "no-clients" ? [`${helpDeskEmail}, ${helpDeskPhone}`] : [];
  const requestId = searchParams.get("reference") ?? "";
  const reference = REFERENCE.test(requestId) ? { reference: requestId } : {};
  // Not an error status, which would let strangers trigger the PortalErrors alert. The failure that led here has been logged.
  return { ...page, subMessages: [...(page.subMessages ?? []), ...contact], ...reference };
}

export default function ErrorRoute() {
  const page = useLoaderData<typeof loader>();
  return (
    <PublicFrame title={page.heading}>
      <ErrorContent page={page} />
    </PublicFrame>
  );
}
