import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { LoadContext } from "#server/load-context.ts";
import { refreshing } from "./please-wait.tsx";

interface Renewal {
  readonly state: "renewing" | "renewed" | "failed";
  readonly back?: string | undefined;
}

const RENEWED_SECONDS = 5;

export const handle: PageFacts = {
  scripts: false,
  rateLimit: ({ query }) => (query["step"] === "start" ? "sign-ins" : undefined),
};
export const meta = refreshing<Renewal>("Token renewal", ({ state }) =>
  state === "renewing" ? paths.renew({ step: "start" }) : undefined,
);
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Renews the token by sending the browser through the identity provider, for when it can't be renewed from the server. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { context, request } = args;
  const { session, services } = context;
  const issuedBy = session.tokens?.issuedBy;
  if (!session.user || !issuedBy) return redirect(paths.login());
  const step = new URL(request.url).searchParams.get("step");
  if (step === "done") return renewed(context);
  if (step === "failed") return show({ state: "failed" });
  if (step !== "start") return show({ state: "renewing" });
  const answer = await services.identity.begin(issuedBy, request, session, { purpose: "renewal" });
  return answer ?? redirect(paths.renew({ step: "failed" }));
}

async function renewed({ session, services }: LoadContext) {
  const token = await services.identity.freshToken(session);
  if (token === undefined) return show({ state: "failed" });
  const back = safePath(session.takeSavedUrl());
  // In a header, because accessibility checkers report a delayed refresh in the document.
  return show({ state: "renewed", back }, { Refresh: `${RENEWED_SECONDS}; url=${paths.dashboard()}` });
}

function show(renewal: Renewal, headers: Record<string, string> = {}) {
  return data(renewal, { headers });
}

export default function RenewPage() {
  const { state, back } = useLoaderData() as Renewal;
  if (state === "failed") return <Failed />;
  if (state === "renewing") {
    return (
      <PublicFrame title="Renewing...">
        <Spinner label="Your sign-in is being renewed." />
        <p>
          Nothing happening? <a href={paths.renew({ step: "start" })}>Continue</a>
        </p>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title="Token renewed">
      <p>You will be taken to the dashboard in {RENEWED_SECONDS} seconds.</p>
      {back && (
        <ButtonLink to={back} reloadDocument>
          Go back to where you were
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard()} variant="primary" reloadDocument>
        Go to the dashboard
      </ButtonLink>
    </PublicFrame>
  );
}

function Failed() {
  return (
    <PublicFrame title="Token renewal">
      <Message tone="error">There was an error renewing your authentication token.</Message>
      <ButtonLink to={paths.renew({ step: "start" })} variant="primary" reloadDocument>
        Try again
      </ButtonLink>
      <form method="post" action={paths.logout()}>
        <Button>Logout</Button>
      </form>
    </PublicFrame>
  );
}
