import type { Logger } from "pino";
import type { Tokens } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { describeFailure, IdentityProviderUnreachable } from "./failures.ts";
import { expireAllHandshakes } from "./handshake-cookies.ts";
import { beginHandshake, completeHandshake, type Report } from "./handshake.ts";
import type { IdentityService } from "./identity-service.ts";
import {
  customerProvider,
  employeeProvider,
  type IdentityProvider,
  type IdentitySettings,
  type ProviderTools,
} from "./provider.ts";
import { RENEW_BEFORE_MS, tokenRenewal } from "./renewal.ts";

interface IdentityTools extends ProviderTools {
  readonly log: Pick<Logger, "warn">;
}

/** The identity service for customers and, if configured, employees. Connects to a provider on first use. */
export function createIdentityService(
  settings: IdentitySettings,
  { log, ...tools }: IdentityTools,
): IdentityService {
  const providers = {
    customer: customerProvider(settings, tools),
    employee: employeeProvider(settings, tools),
  };
  const { now } = tools;
  const configuredProviders = Object.values(providers).filter((provider) => provider !== undefined);
  const providerOf = (tokens: Tokens) => providers[tokens.issuedBy];

  const report: Report = ({ kind, error, at }) => {
    log.warn({ identityProvider: kind, at, ...describeFailure(error) }, "identity provider handshake failed");
  };

  const renewTokens = tokenRenewal(providerOf, now, report);

  return {
    async begin(kind, request, session, options) {
      const provider = providers[kind];
      try {
        return provider && (await beginHandshake(provider, settings, request, session, options));
      } catch (error) {
        if (!(error instanceof IdentityProviderUnreachable)) throw error;
        report({ kind, error, at: "begin" });
        return undefined;
      }
    },
    async complete(kind, request, session) {
      const provider = providers[kind];
      if (provider) return completeHandshake(provider, settings, request, session, report);
      return { purpose: "sign-in", ok: false, failure: { reason: "invalid" } };
    },
    async renew(session) {
      const renewed = await renewTokens(session);
      return typeof renewed === "string" ? renewed : "renewed";
    },
    async freshToken(session) {
      const current = session.tokens;
      if (!current) return undefined;
      if (millisecondsLeft(current, now) > RENEW_BEFORE_MS) return current.identityToken;
      const renewed = await renewTokens(session);
      if (typeof renewed !== "string") return renewed.identityToken;
      if (session.lostAccess) return undefined;
      return millisecondsLeft(current, now) > 0 ? current.identityToken : undefined;
    },
    signOutUrl: (tokens) => signOutUrl(providerOf(tokens), tokens, settings),
    spentCookies: (request) =>
      configuredProviders.flatMap(({ cookieName }) =>
        expireAllHandshakes(request, cookieName, settings.secure),
      ),
    get origins() {
      return originsOf(configuredProviders);
    },
  };
}

function millisecondsLeft(tokens: Tokens, now: () => Date): number {
  return tokens.expiresAt - now().getTime();
}

/** Falls back to /logout if the provider is unreachable or has no such address, because signing out here mustn't depend on it. */
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
  const origins = providers.flatMap(({ issuerOrigin, discovery }) => {
    const endpoint = discovery.cached?.authorization_endpoint;
    return endpoint === undefined ? [issuerOrigin] : [issuerOrigin, new URL(endpoint).origin];
  });
  return [...new Set(origins)];
}
