import {
  AccessLost,
  type RenewedTokens,
  type SignedInUser,
  type Tokens,
} from "#server/session/portal-session.ts";
import { renewal as renewalLimits } from "#shared/limits.ts";
import { userOf } from "./claims.ts";
import { ExchangeRefused, IdentityProviderUnreachable, IdentityTokenInvalid } from "./failures.ts";
import { isSamePerson, reportedRefusal, type Report } from "./handshake.ts";
import type { RenewableSession, RenewalFailure } from "./identity-service.ts";
import type { IdentityProvider } from "./provider.ts";
import { readTokens, type ExchangedTokens } from "./strategies.ts";

export const RENEW_BEFORE_MS = 60_000;

/** Renews a session's tokens, with one retry, unless another request already has. */
export function tokenRenewal(
  providerOf: (tokens: Tokens) => IdentityProvider | undefined,
  now: () => Date,
  report: Report,
) {
  /** Identity tokens whose renewal has just failed slowly. We don't try them again for now. */
  const paused = new Set<string>();
  const pause = ({ identityToken }: Tokens) => {
    paused.add(identityToken);
    setTimeout(() => paused.delete(identityToken), renewalLimits.pauseMs).unref();
  };

  return async (session: RenewableSession): Promise<Tokens | RenewalFailure> => {
    const tokensAtStart = session.tokens;
    if (!tokensAtStart) return "refused";
    if (paused.has(tokensAtStart.identityToken)) return "paused";
    const startedAt = performance.now();
    const renewed = await session.renewTokens(async (current, signal) => {
      const alreadyRenewed = current.identityToken !== tokensAtStart.identityToken;
      if (alreadyRenewed && current.expiresAt - now().getTime() > RENEW_BEFORE_MS) return current;
      try {
        const provider = providerOf(current);
        if (!provider) throw new IdentityTokenInvalid("no provider to ask");
        const renewedAt = now().getTime();
        return await renewWithRetry({
          provider,
          current,
          sessionUser: session.user,
          signal,
          renewedAt,
          report,
        });
      } catch (error) {
        if (error instanceof AccessLost) throw error;
        return isRefusal(error) ? "refused" : undefined;
      }
    });
    if (renewed === "ended" || renewed === "refused") return "refused";
    if (typeof renewed === "object" && renewed.identityToken !== tokensAtStart.identityToken) return renewed;
    if (performance.now() - startedAt > renewalLimits.slowMs) pause(tokensAtStart);
    return "unreachable";
  };
}

interface Renewal {
  readonly provider: IdentityProvider;
  readonly current: Tokens;
  readonly sessionUser: SignedInUser | undefined;
  readonly signal: AbortSignal;
  readonly renewedAt: number;
  readonly report: Report;
}

/**
 * The exchange uses up the refresh token, so if verifying the new token fails, only that is repeated. Without the
 * provider's keys, returns the old identity token with the new refresh token.
 */
async function renewWithRetry(renewal: Renewal): Promise<RenewedTokens> {
  const { current } = renewal;
  const exchanged = await withRetry(renewal, () => exchange(renewal));
  const { refreshToken = current.refreshToken } = exchanged;
  try {
    return await withRetry(renewal, (at) => verifyRenewed(renewal, exchanged, at));
  } catch (error) {
    if (error instanceof IdentityProviderUnreachable) return { ...current, refreshToken };
    throw error;
  }
}

async function withRetry<T>({ provider, report }: Renewal, work: (at: string) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const attempt = async (at: string) => {
    try {
      return await work(at);
    } catch (error) {
      if (!(error instanceof AccessLost)) report({ kind: provider.kind, error, at });
      throw error;
    }
  };
  return attempt("renewal").catch((error: unknown) => {
    const tookTooLong = performance.now() - startedAt > renewalLimits.slowMs;
    if (error instanceof AccessLost || isPermanent(error) || tookTooLong) throw error;
    return attempt("renewal retry");
  });
}

async function exchange({ provider, current, signal }: Renewal): Promise<ExchangedTokens> {
  if (current.refreshToken === undefined) throw new IdentityTokenInvalid("no refresh token");
  const strategy = await provider.strategy({ signal });
  await provider.verifier.loadKeys();
  return readTokens({ tokens: await strategy.refreshToken(current.refreshToken) });
}

async function verifyRenewed(
  { provider, current, sessionUser, renewedAt, report }: Renewal,
  exchanged: ExchangedTokens,
  at: string,
): Promise<RenewedTokens> {
  const { claims, issuer, expiresAt } = await provider.verifier.verify(exchanged.identityToken, undefined);
  const user = { ...userOf(claims), issuer };
  if (!sessionUser || !isSamePerson(sessionUser, user)) throw new IdentityTokenInvalid("another person");
  const tokens = {
    identityToken: exchanged.identityToken,
    refreshToken: exchanged.refreshToken ?? current.refreshToken,
    expiresAt,
    renewedAt,
    issuedBy: current.issuedBy,
  };
  const mode = reportedRefusal(provider, claims, report, at);
  if (mode) throw new AccessLost({ mode, tokens });
  return { ...tokens, user };
}

/** A retry can't help: the grant is revoked, or the token is invalid. */
function isPermanent(error: unknown): boolean {
  if (error instanceof ExchangeRefused) return error.error === "invalid_grant";
  return error instanceof IdentityTokenInvalid;
}

/** The provider has refused, rather than failed for the moment. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ExchangeRefused)
    return error.error !== "server_error" && error.error !== "temporarily_unavailable";
  return error instanceof IdentityTokenInvalid;
}
