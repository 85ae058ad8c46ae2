import type { Logger } from "pino";
import type { SignInKind, Tokens } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { paths } from "#shared/paths.ts";
import { describeFailure, IdentityProviderUnreachable } from "./failures.ts";
import { beginHandshake, completeHandshake, type Report } from "./handshake.ts";
import type { RenewableSession, SignInOutcome, SignInPurpose } from "./identity-service.ts";
import {
  customerProvider,
  employeeProvider,
  type IdentityProvider,
  type IdentitySettings,
} from "./provider.ts";
import { RENEW_BEFORE_MS, tokenRenewal } from "./renewal.ts";

export type IdentityService = ReturnType<typeof createIdentityService>;

/** The identity service for customers and, if configured, employees. Connects to a provider on first use. */
export function createIdentityService(
  settings: IdentitySettings,
  log: Pick<Logger, "warn">,
  now: () => Date,
) {
  const providers = {
    customer: customerProvider(settings, now),
    employee: employeeProvider(settings, now),
  };
  const configuredProviders = Object.values(providers).filter((provider) => provider !== undefined);
  const providerOf = (tokens: Tokens) => providers[tokens.issuedBy];

  const report: Report = ({ kind, error, at }) => {
    log.warn({ identityProvider: kind, at, ...describeFailure(error) }, "identity provider handshake failed");
  };

  const renewTokens = tokenRenewal(providerOf, now, report);

  return {
    /** Redirects to the identity provider and keeps the handshake in the session. Undefined if the provider is unreachable. */
    async begin(kind: SignInKind, request: Request, session: PortalSession, purpose: SignInPurpose) {
      const provider = providers[kind];
      try {
        return provider && (await beginHandshake(provider, request, session, purpose));
      } catch (error) {
        if (!(error instanceof IdentityProviderUnreachable)) throw error;
        report({ kind, error, at: "begin" });
        return undefined;
      }
    },
    /** Handles the callback: verifies state, code, identity token and claims. Throws SessionStoreUnavailable, or `busy` if too many are waiting. */
    async complete(kind: SignInKind, request: Request, session: PortalSession): Promise<SignInOutcome> {
      const provider = providers[kind];
      if (provider) return completeHandshake(provider, settings, request, session, report);
      return { purpose: "sign-in", ok: false, failure: { reason: "invalid" } };
    },
    /** Renews the tokens, with one retry, once per session across all instances. "renewed" means that the session has a valid token now. */
    async renew(session: RenewableSession) {
      const renewed = await renewTokens(session);
      return typeof renewed === "string" ? renewed : "renewed";
    },
    /** The current identity token, renewed if it has less than a minute left. Undefined if there's no valid one. */
    async freshToken(session: PortalSession) {
      const current = session.tokens;
      if (!current) return undefined;
      if (millisecondsLeft(current, now) > RENEW_BEFORE_MS) return current.identityToken;
      const renewed = await renewTokens(session);
      if (typeof renewed !== "string") return renewed.identityToken;
      if (session.lostAccess) return undefined;
      return millisecondsLeft(current, now) > 0 ? current.identityToken : undefined;
    },
    signOutUrl: (tokens: Tokens) => signOutUrl(providerOf(tokens), tokens, settings),
    /** `Set-Cookie` headers that remove the cookies of completed handshakes. */
    spentCookies: (request: Request) =>
      configuredProviders.flatMap((provider) => provider.expireHandshakes(request)),
    /** Origins that a sign-in form may redirect to, for the CSP's form-action. */
    get origins() {
      return originsOf(configuredProviders);
    },
  };
}

function millisecondsLeft(tokens: Tokens, now: () => Date): number {
  return tokens.expiresAt - now().getTime();
}

/** Where the browser signs out at the identity provider. Falls back to /logout if the provider is unreachable or has no such address, because signing out here mustn't depend on it. */
async function signOutUrl(
  provider: IdentityProvider | undefined,
  tokens: Tokens,
  { publicUrl, signOutIdToken }: IdentitySettings,
): Promise<string> {
  const signedOut = new URL(paths.logout(), publicUrl).href;
  const metadata = await provider?.discovery.metadata().catch(() => undefined);
  if (!provider || metadata?.end_session_endpoint === undefined) return signedOut;
  const url = new URL(metadata.end_session_endpoint);
  url.searchParams.set("post_logout_redirect_uri", signedOut);
  url.searchParams.set("client_id", provider.clientId);
  if (signOutIdToken) url.searchParams.set("id_token_hint", tokens.identityToken);
  return url.href;
}

function originsOf(providers: readonly IdentityProvider[]): string[] {
  const origins = providers.flatMap(({ metadataOrigin, discovery }) => {
    const endpoint = discovery.cached?.authorization_endpoint;
    return endpoint === undefined ? [metadataOrigin] : [metadataOrigin, new URL(endpoint).origin];
  });
  return [...new Set(origins)];
}
