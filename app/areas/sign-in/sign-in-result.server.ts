import { errorLogFields } from "#app/errors/error-page.ts";
import { apiWithTokens } from "#app/request/no-access.ts";
import type { SignInOutcome } from "#server/identity/identity-service.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignInKind, Tokens } from "#server/session/portal-session.ts";
import { listMyAccounts, type Client } from "#shared/portal-api/clients.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";

/** The result of returning from the identity provider, with the accounts that we've loaded. */
export interface SignInResult {
  readonly outcome: SignInOutcome;
  /** The accounts after a successful sign-in, or why they couldn't be loaded: `network` if there was no response. */
  readonly accounts: readonly Client[] | "network" | "other";
}

/** Finishes the exchange with the identity provider and loads the accounts, even if the browser disconnects. Rejects only if the session store is unavailable or too many people are signing in. */
export async function loadSignInResult(
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
