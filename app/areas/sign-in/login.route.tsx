import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { StatusMessage } from "#app/areas/status/status-message.tsx";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { offers } from "#app/document/offers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { SignInKind } from "#server/session/portal-session.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { loginMessage } from "./login-errors.ts";
import styles from "./login.module.css";

export const handle: PageFacts = {
  scripts: false,
  rateLimit: ({ isPost, query }) => (isPost || query.has("employee") ? "sign-ins" : undefined),
};
export const meta = pageTitle("Sign in");

const unsavedFormTexts = {
  kept: "You'd been signed out, so your form wasn't sent. Sign in again and what you typed will be waiting.",
  lost: "You'd been signed out, so your form wasn't sent, and we couldn't keep what you typed. Please sign in again.",
} as const;

/** The sign-in page; with `?employee`, redirects to the employees' sign-in. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session, config, services, allowOrigin } = args.context;
  if (session.user) return redirect(paths.dashboard());
  const { searchParams } = new URL(args.request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  const error = searchParams.get("error");
  const hasEmployees = offers(config, "employees");
  // Not while an error is shown, because a sign-in that fails immediately would loop.
  if (hasEmployees && searchParams.has("employee") && error === null)
    return beginSignIn(args, "employee", returnTo);
  for (const origin of services.identity.origins) allowOrigin("form-action", origin);
  const unsavedForm = session.unsavedForm && unsavedFormTexts[session.unsavedForm];
  const { userGuideUrl, helpDeskPhone: phone, helpDeskEmail: email } = config;
  const message = loginMessage(error);
  const status = await statusNote(args.context);
  return { message, phone, email, unsavedForm, returnTo, hasEmployees, userGuideUrl, status };
}

const signIn = formFields("302 or 303 to the identity provider", { returnTo: shortText.optional() });

export const action = withFormsForDocs([signIn], async (args: ActionFunctionArgs) => {
  openToAnyone(args);
  if (args.context.session.user) return redirect(paths.dashboard(), 303);
  const { returnTo } = await readForm(args, signIn);
  return beginSignIn(args, "customer", safePath(returnTo));
});

async function beginSignIn({ context, request }: RouteArgs, kind: SignInKind, returnTo: string | undefined) {
  const { session, services } = context;
  const answer = await services.identity.begin(kind, request, session, "sign-in");
  if (!answer) return redirect(paths.login({ error: "unreachable", returnTo }), 303);
  if (returnTo !== undefined) session.saveUrl(returnTo);
  return answer;
}

export default function Login() {
  const { message, phone, email, unsavedForm, returnTo, hasEmployees, userGuideUrl, status } =
    useLoaderData<typeof loader>();
  return (
    <PublicFrame
      title="Welcome to the Customer Portal"
      aside={userGuideUrl && <UserGuide url={userGuideUrl} />}
    >
      {message && (
        <Message tone="error">
          <p>{message}</p>
          <p>
            Still can&apos;t sign in? Call <PhoneLink number={phone} /> or email{" "}
            <a href={`mailto:${email}`}>{email}</a>.
          </p>
        </Message>
      )}
      {status && <StatusMessage {...status} />}
      {unsavedForm && <Message tone="warning">{unsavedForm}</Message>}
      <form method="post" action={paths.login()}>
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <Button variant="primary" wide>
          Click here to proceed
        </Button>
      </form>
      {hasEmployees && (
        <p>
          <a href={paths.login({ employee: true, returnTo })}>Employee login</a>
        </p>
      )}
    </PublicFrame>
  );
}

function UserGuide({ url }: { url: string }) {
  return (
    <section className={styles.guide} aria-labelledby="user-guide">
      <h2 id="user-guide">New to the Portal</h2>
      <p>Our user guide shows you around: signing in, your account, invoices, tickets and more.</p>
      <ButtonLink to={url} icon="download" reloadDocument>
        Download <span className="visually-hidden">the user guide (PDF)</span>
      </ButtonLink>
    </section>
  );
}
