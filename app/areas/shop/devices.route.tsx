import { data, redirectDocument, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { paths } from "#app/paths.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { requestShopRedirect } from "./shop-redirect.server.ts";

const WAIT_SECONDS = 3;
const REDIRECT_PATH = paths.devicesShop({ go: true });

// Without scripts, because the Refresh header would redirect even after the router has left this page.
export const handle: PageFacts = { parts: ["shop"], scripts: false };
export const meta = pageTitle("Devices Shop");
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Shows a waiting page that leads to `?go`, which asks the API for the shop's address and redirects there. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Devices Shop");
  const { searchParams } = new URL(args.request.url);
  if (!searchParams.has("go") || isPrefetchOrHead(args.request)) {
    const messages: readonly string[] = [];
    return data({ messages }, { headers: { Refresh: `${WAIT_SECONDS}; url=${REDIRECT_PATH}` } });
  }
  const answer = await requestShopRedirect(args, portal);
  if ("to" in answer) throw redirectDocument(answer.to, 303);
  return data(answer);
}

export default function DevicesShop() {
  const { messages } = useLoaderData<typeof loader>();
  const isWaiting = messages.length === 0;
  // Replaces the Refresh header, which has no effect when the router loaded this page.
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => window.location.replace(REDIRECT_PATH), WAIT_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (isWaiting)
    return (
      <FormPage>
        <PageHeader title="Devices Shop" />
        <Spinner label="Please wait, you are being redirected to Device Solutions..." />
        <p>
          Nothing happening?{" "}
          <a href={REDIRECT_PATH} data-document>
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
          {messages.map((text) => (
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
