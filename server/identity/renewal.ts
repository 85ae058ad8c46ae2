import {
  AccessLost,
  type RenewedTokens,
  type SignedInUser,
  type Tokens,
} from "#server/session/portal-session.ts";
import { refusalOf, userOf } from "./claims.ts";
import { ExchangeRefused, IdentityTokenInvalid } from "./failures.ts";
import { isSamePerson, type Report } from "./handshake.ts";
import type { RenewableSession } from "./identity-service.ts";
import type { IdentityProvider } from "./provider.ts";
import { readTokens } from "./strategies.ts";

/** A token with less than this left is renewed before it is used. */
export const RENEW_BEFORE_MS = 60_000;

const nothing = async () => {};

/**
 * New tokens for the session by its refresh token: a renewal, then a retry, then undefined.
 * Where another request renewed meanwhile, its tokens are taken and the provider isn't asked.
 */
export async function renewTokens(
  providerOf: (tokens: Tokens) => IdentityProvider | undefined,
  session: RenewableSession,
  now: () => Date,
  report: Report,
): Promise<Tokens | undefined> {
  const seen = session.tokens;
  if (!seen) return undefined;
  return session.renewTokens(async (current) => {
    const alreadyRenewed = current.identityToken !== seen.identityToken;
    if (alreadyRenewed && current.expiresAt - now().getTime() > RENEW_BEFORE_MS) return current;
    const provider = providerOf(current);
    return provider && renewWithRetry(provider, current, session.user, report);
  });
}

async function renewWithRetry(
  provider: IdentityProvider,
  current: Tokens,
  known: SignedInUser | undefined,
  report: Report,
): Promise<RenewedTokens | undefined> {
  for (const attempt of ["renewal", "renewal retry"]) {
    try {
      return await refresh(provider, current, known);
    } catch (error) {
      if (error instanceof AccessLost) throw error;
      report({ kind: provider.kind, error, at: attempt });
      if (isFinal(error)) return undefined;
    }
  }
  return undefined;
}

async function refresh(
  provider: IdentityProvider,
  current: Tokens,
  known: SignedInUser | undefined,
): Promise<RenewedTokens> {
  if (current.refreshToken === undefined) throw new IdentityTokenInvalid("no refresh token");
  const strategy = await provider.strategy({ parameters: () => ({}), beforeExchange: nothing });
  const fresh = await readTokens({ tokens: await strategy.refreshToken(current.refreshToken) });
  const { claims, issuer, expiresAt } = await provider.verifier.verify(fresh.identityToken, {
    nonce: undefined,
  });
  const user = { ...userOf(claims), issuer };
  if (!known || !isSamePerson(known, user)) throw new IdentityTokenInvalid("another person");
  const tokens = {
    identityToken: fresh.identityToken,
    refreshToken: fresh.refreshToken ?? current.refreshToken,
    expiresAt,
    issuedBy: current.issuedBy,
  };
  const mode = refusalOf(claims);
  if (mode) throw new AccessLost({ mode, tokens });
  return { ...tokens, user };
}

/** Asking again cannot help: the grant is gone, or the token doesn't hold. */
function isFinal(error: unknown): boolean {
  if (error instanceof ExchangeRefused) return error.error === "invalid_grant";
  return error instanceof IdentityTokenInvalid;
}
