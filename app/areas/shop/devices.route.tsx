import { redirectDocument, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { requestShopRedirect } from "./shop-redirect.server.ts";

const WAIT_SECONDS = 3;
const REDIRECT_PATH = paths.devicesShop({ go: true });

const isWaiting = (data: unknown) =>
  (data as Awaited<ReturnType<typeof loader>> | undefined)?.messages.length === 0;

export const handle: PageFacts = {
  requiredParts: ["shop"],
  refresh: (data) => (isWaiting(data) ? `${WAIT_SECONDS}; url=${REDIRECT_PATH}` : undefined),
};
export const meta = pageTitle("Devices Shop");

/**
 * Shows a waiting page, without messages, that leads to `?go`, which asks the API for the shop's address and redirects
 * there. If the shop can't be opened, `messages` say why.
 */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Devices Shop");
  const { searchParams } = new URL(args.request.url);
  if (!searchParams.has("go") || isPrefetchOrHead(args.request)) return { messages: [] };
  const answer = await requestShopRedirect(args, portal);
  if ("to" in answer) throw redirectDocument(answer.to, 303);
  return answer;
}

export default function DevicesShop() {
  const view = useLoaderData<typeof loader>();
  const waiting = isWaiting(view);
  // `replace` keeps this page out of the history, because going back to it would redirect again.
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => window.location.replace(REDIRECT_PATH), WAIT_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (waiting)
    return (
      <FormPage>
        <PageHeader title="Devices Shop" />
        <Spinner label="Please wait, you are being redirected to Device Solutions..." />
        <p>
          Nothing happening?{" "}
          <a href={REDIRECT_PATH} data-reload-document>
            Go to Device Solutions
          </a>
        </p>
      </FormPage>
    );
  return (
    <FormPage>
      <PageHeader title="Devices Shop" />
      <div role="alert">
        <Message tone="error">
          {view.messages.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Message>
      </div>
      <ButtonRow>
        <ButtonLink to={REDIRECT_PATH} variant="primary" reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to={paths.dashboard()}>Go to the dashboard</ButtonLink>
      </ButtonRow>
    </FormPage>
  );
}
