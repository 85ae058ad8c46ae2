import { createPortalApi, type PortalApi } from "#app/portal-api/client.ts";
import { listMyAccounts, type Client } from "#app/portal-api/clients.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { invalidateSession } from "#app/portal-api/sign-out.ts";
import type { SignInOutcome } from "#server/identity/identity-service.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignInKind, Tokens } from "#server/session/portal-session.ts";

/** Somebody who came back from the identity provider, with all that must be known before the next page. */
export interface Arrival {
  readonly outcome: SignInOutcome;
  /** Of a sign-in that succeeded; or why they could not be loaded, `network` when nothing answered at all. */
  readonly accounts: readonly Client[] | "network" | "other";
}

/** Finishes the exchange with the identity provider and loads the accounts, also when the browser leaves. Never rejects. */
export async function arrive(context: LoadContext, kind: SignInKind, request: Request): Promise<Arrival> {
  const outcome = await context.services.identity.complete(kind, request, context.session);
  if (!outcome.ok || outcome.purpose === "renewal") return { outcome, accounts: [] };
  return { outcome, accounts: await loadAccounts(context, outcome.tokens) };
}

async function loadAccounts(context: LoadContext, tokens: Tokens): Promise<Arrival["accounts"]> {
  try {
    return await apiWith(context, tokens, undefined).call(listMyAccounts, {});
  } catch (error) {
    const known = isPortalApiError(error) ? error : undefined;
    context.log.error({ call: known?.call, kind: known?.kind, status: known?.status }, "accounts not loaded");
    return known?.kind === "network" || known?.kind === "timeout" ? "network" : "other";
  }
}

/** Tells the portal API that the session ended. A failure is only logged. */
export async function tellPortalApi(context: LoadContext, tokens: Tokens, clientId?: string): Promise<void> {
  try {
    await apiWith(context, tokens, clientId).call(invalidateSession, { body: null }, { timeoutMs: 5_000 });
  } catch (error) {
    const known = isPortalApiError(error) ? error : undefined;
    context.log.warn({ kind: known?.kind, status: known?.status }, invalidateSession.failure);
  }
}

/** The API with tokens that are not, or no longer, the session's. */
function apiWith(context: LoadContext, tokens: Tokens, clientId: string | undefined): PortalApi {
  const { services, requestId } = context;
  return createPortalApi(services.portalApi, {
    identityToken: () => tokens.identityToken,
    clientId,
    requestId,
    observe: services.observeCall,
  });
}
