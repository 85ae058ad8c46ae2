import type { Tokens } from "#server/session/portal-session.ts";
import { refusalOf } from "./claims.ts";
import { ExchangeRefused, IdentityTokenInvalid } from "./failures.ts";
import type { Report } from "./handshake.ts";
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
  providerOf: (tokens: Tokens) => IdentityProvider,
  session: RenewableSession,
  now: () => Date,
  report: Report,
): Promise<Tokens | undefined> {
  const seen = session.tokens;
  if (!seen) return undefined;
  return session.renewTokens(async (current) => {
    const alreadyRenewed = current.identityToken !== seen.identityToken;
    if (alreadyRenewed && current.expiresAt - now().getTime() > RENEW_BEFORE_MS) return current;
    return renewWithRetry(providerOf(current), current, session.user?.id, report);
  });
}

async function renewWithRetry(
  provider: IdentityProvider,
  current: Tokens,
  userId: string | undefined,
  report: Report,
): Promise<Tokens | undefined> {
  for (const attempt of ["renewal", "renewal retry"]) {
    try {
      return await refresh(provider, current, userId);
    } catch (error) {
      report({ kind: provider.kind, error, at: attempt });
      if (isFinal(error)) return undefined;
    }
  }
  return undefined;
}

async function refresh(
  provider: IdentityProvider,
  current: Tokens,
  userId: string | undefined,
): Promise<Tokens> {
  if (current.refreshToken === undefined) throw new IdentityTokenInvalid("no refresh token");
  const strategy = await provider.strategy({ parameters: () => ({}), beforeExchange: nothing });
  const fresh = await readTokens({ tokens: await strategy.refreshToken(current.refreshToken) });
  const { claims, expiresAt } = await provider.verifier.verify(fresh.identityToken, { nonce: undefined });
  if ((claims.oid ?? claims.sub) !== userId) throw new IdentityTokenInvalid("another person");
  if (refusalOf(claims)) throw new IdentityTokenInvalid("no access any more");
  return {
    identityToken: fresh.identityToken,
    refreshToken: fresh.refreshToken ?? current.refreshToken,
    expiresAt,
    issuedBy: current.issuedBy,
  };
}

/** Asking again cannot help: the grant is gone, or the token doesn't hold. */
function isFinal(error: unknown): boolean {
  if (error instanceof ExchangeRefused) return error.error === "invalid_grant";
  return error instanceof IdentityTokenInvalid;
}
