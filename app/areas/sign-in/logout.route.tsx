import { setTimeout as delay } from "node:timers/promises";
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { logUnansweredReturns } from "#app/areas/payments/result.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { noAccessCookie, noAccessMode, reportSignOut } from "#app/request/no-access.ts";
import { openToAnyone } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { sessionNotEnded } from "#shared/store-down.ts";
import { toNoAccessMode } from "./no-access-mode.ts";

export const handle: PageFacts = { scripts: false };
export const meta = pageTitle("Signed out");

/** Without "cookies", because the choice about analytics is kept in one. */
const CLEARED_DATA = '"cache", "storage"';
/** Used in place of a /no-access mode if the store refused to end the session. */
const NOT_ENDED = "not-ended";
/** When to retry ending a session that the store didn't end at sign-out. */
const END_LATER_MS = 10_000;

/** The signed-out page. A GET never signs out: someone who's signed in is asked to confirm. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session, config } = args.context;
  const signedIn = session.user !== undefined;
  const mode = noAccessMode(args.context);
  const { search } = new URL(args.request.url);
  if (!mode || signedIn)
    return data({ title: signedIn ? "Logout" : undefined, signedIn, search, notEnded: undefined });
  const headers = { "Set-Cookie": noAccessCookie(undefined, config.secure) };
  if (mode === NOT_ENDED) return data({ signedIn, search, notEnded: sessionNotEnded }, { headers });
  // Someone without access was signed out at the identity provider, which redirects here.
  return redirect(paths.noAccess(toNoAccessMode(mode)), { headers });
}

/** Signs out here and on every instance, then at the portal API, in the browser and at the identity provider. */
export async function action(args: ActionFunctionArgs) {
  openToAnyone(args);
  const { session, services, config, log } = args.context;
  const { tokens, account } = session;
  logUnansweredReturns(args.context);
  await session.end().catch((error: unknown) => {
    log.error({ err: error, session: session.handle }, "a sign-out could not end its session");
    services.inBackground("sign-out", () => delay(END_LATER_MS).then(() => session.end()));
  });
  const headers = new Headers({ "Clear-Site-Data": CLEARED_DATA });
  if (!session.hasEnded) headers.set("Set-Cookie", noAccessCookie(NOT_ENDED, config.secure));
  if (!tokens) return redirect(paths.logout(), { status: 303, headers });
  const notified = reportSignOut(args.context, tokens, account?.clientId);
  const [url] = await Promise.all([services.identity.signOutUrl(tokens), notified]);
  return redirect(url, { status: 303, headers });
}

export default function Logout() {
  const { signedIn, notEnded, search } = useLoaderData<typeof loader>();
  if (signedIn) return <StillSignedIn />;
  return (
    <PublicFrame title={notEnded?.heading ?? "You've signed out"}>
      {notEnded && [notEnded.message, ...notEnded.subMessages].map((text) => <p key={text}>{text}</p>)}
      <p>To keep your account safe, close your browser if others use this device.</p>
      <ButtonLink to={paths.login() + search} variant="primary" reloadDocument>
        Sign in again
      </ButtonLink>
    </PublicFrame>
  );
}

function StillSignedIn() {
  return (
    <PublicFrame title="Logout">
      <p>You&apos;re signed in. Do you want to sign out?</p>
      <form method="post" action={paths.logout()}>
        <Button variant="primary">Logout</Button>
      </form>
      <ButtonLink to={paths.dashboard()} variant="quiet" reloadDocument>
        Stay signed in
      </ButtonLink>
    </PublicFrame>
  );
}
