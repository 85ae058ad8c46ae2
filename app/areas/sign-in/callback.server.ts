import { redirect } from "@remix-run/node";
import { errorLogFields } from "#app/errors/error-page.ts";
import { cacheAccounts } from "#app/request/accounts.ts";
import { apiWithTokens, signOutWithoutAccess } from "#app/request/no-access.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import type { SignInFailure, SignInOutcome } from "#server/identity/identity-service.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignInKind, Tokens } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { listMyAccounts, type Client } from "#shared/portal-api/clients.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { hasRoleAnywhere, type RoleHolder } from "#shared/roles.ts";
import { valueWithin } from "#shared/time/within.ts";
import { keepForPolling, PLEASE_WAIT_AFTER_MS, type SignInResult } from "./waiting.server.ts";

/** Finishes a sign-in and redirects. If it takes a while, it continues here while the browser polls /login/wait. */
export async function finishSignIn(args: RouteArgs, kind: SignInKind) {
  openToAnyone(args);
  const pending = loadSignInResult(args.context, kind, args.request);
  const result = await valueWithin(PLEASE_WAIT_AFTER_MS, pending);
  if (result) return respondToSignIn(args, result);
  keepForPolling(args.context, pending);
  return { polls: 0 };
}

/** Finishes the exchange with the identity provider and loads the accounts, even if the browser disconnects. Rejects only if the session store is unavailable or too many people are signing in. */
async function loadSignInResult(
  context: LoadContext,
  kind: SignInKind,
  request: Request,
): Promise<SignInResult> {
  const outcome = await context.services.identity.complete(kind, request, context.session);
  if (!outcome.ok || outcome.purpose === "renewal") return { outcome, accounts: [] };
  return { outcome, accounts: await loadAccounts(context, outcome.tokens) };
}

async function loadAccounts(context: LoadContext, tokens: Tokens): Promise<SignInResult["accounts"]> {
  try {
    return await apiWithTokens(context, tokens, undefined).call(listMyAccounts, {});
  } catch (error) {
    context.log.error(errorLogFields(error), "accounts not loaded");
    const isNetwork = isPortalApiError(error) && (error.kind === "network" || error.kind === "timeout");
    return isNetwork ? "network" : "other";
  }
}

/** Updates the session with the outcome, and returns the redirect to the next page. */
export async function respondToSignIn({ context, request }: RouteArgs, result: SignInResult) {
  const { outcome } = result;
  const response = await responseTo(context, result);
  const { identity } = context.services;
  // An invalid callback may be forged, so it mustn't end a sign-in that's in progress.
  const mayBeForged = !outcome.ok && !outcome.noAccess && outcome.failure.reason === "invalid";
  const spentCookies = mayBeForged ? [] : identity.spentCookies(request);
  for (const cookie of spentCookies) response.headers.append("set-cookie", cookie);
  const loggedResult = outcome.ok ? "let in" : (outcome.noAccess ?? outcome.failure.reason);
  context.log.info({ purpose: outcome.purpose, result: loggedResult }, "back from the identity provider");
  return response;
}

async function responseTo(context: LoadContext, { outcome, accounts }: SignInResult): Promise<Response> {
  const isRenewal = outcome.purpose === "renewal";
  if (outcome.ok && isRenewal) {
    const { user, tokens } = outcome;
    await context.session.renewTokens(async () => ({ ...tokens, user }));
    return redirect(paths.renew({ step: "done" }));
  }
  if (outcome.ok) return completeSignIn(context, outcome, accounts);
  if (outcome.noAccess)
    return signOutWithoutAccess(context, { mode: outcome.noAccess, tokens: outcome.tokens });
  return isRenewal ? failRenewal(context, outcome.failure) : failSignIn(context, outcome.failure);
}

async function completeSignIn(
  { session, requestId }: LoadContext,
  { user, tokens }: Extract<SignInOutcome, { ok: true }>,
  accounts: SignInResult["accounts"],
): Promise<Response> {
  await session.signIn({ user, tokens });
  if (typeof accounts === "string") {
    return redirect(paths.error(accounts === "network" ? "clients-network" : "clients", requestId));
  }
  cacheAccounts(session, accounts);
  const next = afterSignIn(user, accounts);
  if (next === "no-clients") return redirect(paths.error("no-clients"));
  if (next === "switch-account") return redirect(paths.switchAccount());
  session.selectAccount({ clientId: next.clientId, name: next.name });
  return redirect(safePath(session.takeSavedUrl()) ?? paths.dashboard());
}

/** Selects the account of someone who's just signed in, or returns where they go without one (docs/domain.md, Sign-in and sessions). */
export function afterSignIn(user: RoleHolder, accounts: readonly Client[]) {
  const [firstAccount] = accounts;
  const maySwitch = hasRoleAnywhere(user, "MyPortal Switch Account");
  const isPending = hasRoleAnywhere(user, "MyPortal Pending Validation");
  if (firstAccount && accounts.length === 1 && !isPending) return firstAccount;
  if (maySwitch) return "switch-account";
  return firstAccount ?? "no-clients";
}

function failSignIn({ session }: LoadContext, failure: SignInFailure): Response {
  if (failure.reason === "forgot-password") return redirect(failure.redirectTo);
  if (failure.reason === "cancelled") return redirect(paths.login());
  // They reloaded the callback, or opened it in a second tab, after signing in.
  if (failure.reason === "invalid" && session.user) return redirect(paths.dashboard());
  const error = failure.reason === "refused" ? (failure.code ?? "refused") : failure.reason;
  return redirect(paths.login({ error }));
}

async function failRenewal({ session }: LoadContext, failure: SignInFailure): Promise<Response> {
  if (failure.reason !== "interaction-required") return redirect(paths.renew({ step: "failed" }));
  const returnTo = safePath(session.takeSavedUrl());
  await session.end({ keepDrafts: true });
  return redirect(paths.login({ error: "renewal", returnTo }));
}
