import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { safePath } from "#app/request/saved-url.ts";
import type { NoAccessMode, SignInFailure } from "#server/identity/identity-service.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignedInUser, Tokens } from "#server/session/portal-session.ts";
import { afterSignIn } from "./after-sign-in.ts";
import { tellPortalApi, type Arrival } from "./arrival.ts";
import { noAccessCookie } from "./no-access-mode.ts";

/** Acts on an arrival in the request that answers it: writes the session and says where to go (spec 1 §4). */
export async function settle({ context, request }: RouteArgs, arrival: Arrival): Promise<Response> {
  const { outcome } = arrival;
  const answer = await answerTo(context, arrival);
  const { identity } = context.services;
  for (const cookie of identity.spentCookies(request)) answer.headers.append("set-cookie", cookie);
  const result = outcome.ok ? "let in" : (outcome.noAccess ?? outcome.failure.reason);
  context.log.info({ purpose: outcome.purpose, result }, "back from the identity provider");
  return answer;
}

async function answerTo(context: LoadContext, { outcome, accounts }: Arrival): Promise<Response> {
  if (outcome.ok) {
    return outcome.purpose === "renewal"
      ? takeRenewed(context, outcome.tokens)
      : letIn(context, outcome.user, outcome.tokens, accounts);
  }
  if (outcome.noAccess) return turnAway(context, outcome.noAccess, outcome.tokens);
  return outcome.purpose === "renewal"
    ? notRenewed(context, outcome.failure)
    : notSignedIn(context, outcome.failure);
}

async function letIn(
  { session, requestId }: LoadContext,
  user: SignedInUser,
  tokens: Tokens,
  accounts: Arrival["accounts"],
): Promise<Response> {
  await session.signIn({ user, tokens });
  if (typeof accounts === "string") {
    return redirect(paths.error(accounts === "network" ? "clients-network" : "clients", requestId));
  }
  session.setAccounts(accounts);
  const next = afterSignIn(user, accounts);
  if (next.to === "no-clients") return redirect(paths.error("no-clients"));
  if (next.to === "switch-account") return redirect(paths.switchAccount());
  session.selectAccount({ clientId: next.select.clientId, name: next.select.name });
  return redirect(safePath(session.takeSavedUrl()) ?? paths.dashboard());
}

async function takeRenewed({ session }: LoadContext, tokens: Tokens): Promise<Response> {
  await session.renewTokens(async () => tokens);
  return redirect(paths.renew({ step: "done" }));
}

/** Ends what the identity provider has begun; /logout then leads to /no-access, the mode kept (spec 1 §4). */
async function turnAway(context: LoadContext, mode: NoAccessMode, tokens: Tokens): Promise<Response> {
  const { session, services, config } = context;
  await session.end();
  context.afterResponse(() => tellPortalApi(context, tokens));
  const answer = redirect(await services.identity.signOutUrl(tokens));
  answer.headers.append("set-cookie", noAccessCookie(mode, config.secure));
  return answer;
}

function notSignedIn({ session }: LoadContext, failure: SignInFailure): Response {
  if (failure.reason === "forgot-password") return redirect(failure.redirectTo);
  if (failure.reason === "cancelled") return redirect(paths.login());
  // A callback that comes a second time, or from a second tab, after the first has signed the person in.
  if (failure.reason === "invalid" && session.user) return redirect(paths.dashboard());
  const error = failure.reason === "refused" ? (failure.code ?? "refused") : failure.reason;
  return redirect(paths.login({ error }));
}

/** Without a session at the identity provider the person is logged out, sessions are not invalidated (spec 1 §4). */
async function notRenewed({ session }: LoadContext, failure: SignInFailure): Promise<Response> {
  if (failure.reason !== "interaction-required") return redirect(paths.renew({ step: "failed" }));
  const returnTo = safePath(session.takeSavedUrl());
  await session.end({ keepDrafts: true });
  return redirect(paths.login({ error: "renewal", returnTo }));
}
