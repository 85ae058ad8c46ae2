import { renewal as limits } from "#app/limits.ts";
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
 * Gets new tokens for a session by its refresh token: a renewal, then a retry, then undefined. Where another request
 * renewed meanwhile, its tokens are taken and the provider isn't asked.
 */
export function tokenRenewal(
  providerOf: (tokens: Tokens) => IdentityProvider | undefined,
  now: () => Date,
  report: Report,
) {
  /** Identity tokens whose renewal took long and failed just now. */
  const pausing = new Set<string>();

  return async (session: RenewableSession): Promise<Tokens | undefined> => {
    const seen = session.tokens;
    if (!seen || pausing.has(seen.identityToken)) return undefined;
    const began = performance.now();
    const renewed = await session.renewTokens(async (current, signal) => {
      const alreadyRenewed = current.identityToken !== seen.identityToken;
      if (alreadyRenewed && current.expiresAt - now().getTime() > RENEW_BEFORE_MS) return current;
      const provider = providerOf(current);
      return provider && renewWithRetry({ provider, current, known: session.user, signal }, report);
    });
    if (!renewed && performance.now() - began > limits.slowMs) {
      pausing.add(seen.identityToken);
      setTimeout(() => pausing.delete(seen.identityToken), limits.pauseMs).unref();
    }
    return renewed;
  };
}

interface Renewal {
  readonly provider: IdentityProvider;
  readonly current: Tokens;
  readonly known: SignedInUser | undefined;
  readonly signal: AbortSignal;
}

async function renewWithRetry(renewal: Renewal, report: Report): Promise<RenewedTokens | undefined> {
  const began = performance.now();
  for (const attempt of ["renewal", "renewal retry"]) {
    try {
      return await refresh(renewal);
    } catch (error) {
      if (error instanceof AccessLost) throw error;
      report({ kind: renewal.provider.kind, error, at: attempt });
      if (isFinal(error) || performance.now() - began > limits.slowMs) return undefined;
    }
  }
  return undefined;
}

async function refresh({ provider, current, known, signal }: Renewal): Promise<RenewedTokens> {
  if (current.refreshToken === undefined) throw new IdentityTokenInvalid("no refresh token");
  const strategy = await provider.strategy({ parameters: () => ({}), beforeExchange: nothing, signal });
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
  const mode = refusalOf(claims, provider.admitted);
  if (mode) throw new AccessLost({ mode, tokens });
  return { ...tokens, user };
}

/** Asking again cannot help: the grant is gone, or the token doesn't hold. */
function isFinal(error: unknown): boolean {
  if (error instanceof ExchangeRefused) return error.error === "invalid_grant";
  return error instanceof IdentityTokenInvalid;
}
