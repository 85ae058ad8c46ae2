import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { LoadContext } from "#server/load-context.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { refreshMeta } from "./please-wait.tsx";

interface Renewal {
  readonly state: "renewing" | "renewed" | "failed";
  readonly backTo?: string;
}

const RENEWED_SECONDS = 5;

export const handle: PageFacts = {
  scripts: false,
  rateLimit: ({ query }) => (query.get("step") === "start" ? "sign-ins" : undefined),
};
export const meta = refreshMeta<Renewal>("Token renewal", ({ state }) =>
  state === "renewing" ? paths.renew({ step: "start" }) : undefined,
);
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Renews the token by sending the browser to the identity provider, for when the server can't renew it itself. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { context, request } = args;
  const { session, services } = context;
  const issuedBy = session.tokens?.issuedBy;
  if (!session.user || !issuedBy) return redirect(paths.login());
  const step = new URL(request.url).searchParams.get("step");
  if (step === "done") return confirmRenewal(context);
  if (step === "failed") return answer({ state: "failed" });
  if (step !== "start") return answer({ state: "renewing" });
  const redirection = await services.identity.begin(issuedBy, request, session, "renewal");
  return redirection ?? redirect(paths.renew({ step: "failed" }));
}

async function confirmRenewal({ session, services }: LoadContext) {
  const token = await services.identity.freshToken(session);
  if (token === undefined) return answer({ state: "failed" });
  const backTo = safePath(session.takeSavedUrl());
  // In a header, because accessibility checkers report a delayed refresh in the document.
  return answer({ state: "renewed", backTo }, { Refresh: `${RENEWED_SECONDS}; url=${paths.dashboard()}` });
}

const answer = (renewal: Renewal, headers: Record<string, string> = {}) => data(renewal, { headers });

export default function RenewPage() {
  const { state, backTo } = useLoaderData() as Renewal;
  if (state === "failed") return <RenewalFailed />;
  if (state === "renewing") {
    return (
      <PublicFrame title="Renewing...">
        <Spinner label="We're renewing your session." />
        <p>
          Nothing happening? <a href={paths.renew({ step: "start" })}>Continue</a>
        </p>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title="Token renewed">
      <p>We&apos;ll take you to the dashboard in {RENEWED_SECONDS} seconds.</p>
      {backTo && (
        <ButtonLink to={backTo} reloadDocument>
          Go back to where you were
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard()} variant="primary" reloadDocument>
        Go to the dashboard
      </ButtonLink>
    </PublicFrame>
  );
}

function RenewalFailed() {
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
