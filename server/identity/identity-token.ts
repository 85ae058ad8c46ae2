import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type RemoteJWKSet } from "jose";
import { createBoundedFetch } from "#server/bounded-fetch.ts";
import { identityAnswer } from "#shared/limits.ts";
import { readClaims, type ClaimNames } from "./claims.ts";
import type { Discovery, Metadata } from "./discovery.ts";
import { IdentityProviderUnreachable, IdentityTokenInvalid } from "./failures.ts";

/** Only asymmetric algorithms, never `none` or an HMAC. */
const ALGORITHMS = ["RS256", "PS256", "ES256"];
const CLOCK_TOLERANCE_S = 30;
const FRESH_MS = 10 * 60_000;

export function createTokenVerifier(
  discovery: Discovery,
  { clientId, claimNames }: { readonly clientId: string; readonly claimNames: ClaimNames },
  now: () => Date,
) {
  let keys: { readonly uri: string; readonly set: RemoteJWKSet; fetchedAt: number } | undefined;

  function keysOf(metadata: Metadata): RemoteJWKSet {
    if (keys?.uri !== metadata.jwks_uri) {
      // No cooldown: tokens come straight from the token endpoint, so an unknown key means that keys have been rotated.
      const set = createRemoteJWKSet(new URL(metadata.jwks_uri), {
        cooldownDuration: 0,
        cacheMaxAge: Infinity,
        timeoutDuration: identityAnswer.ms,
        [customFetch]: createBoundedFetch(identityAnswer),
      });
      keys = { uri: metadata.jwks_uri, set, fetchedAt: performance.now() };
    } else if (performance.now() - keys.fetchedAt > FRESH_MS) {
      // We use the old keys until new ones arrive, so that a missing key set doesn't sign anyone out.
      keys.fetchedAt = performance.now();
      keys.set.reload().catch(() => undefined);
    }
    return keys.set;
  }

  return {
    /** Fetches the provider's keys if we don't have any yet. Throws {@link IdentityProviderUnreachable}. */
    async loadKeys() {
      const set = keysOf(await discovery.metadata());
      if (set.jwks()) return;
      await set.reload().catch((error: unknown) => {
        throw new IdentityProviderUnreachable("keys", error);
      });
    },
    /** A renewed token has no nonce. Throws {@link IdentityTokenInvalid} or {@link IdentityProviderUnreachable}. */
    async verify(token: string, nonce: string | undefined) {
      const metadata = await discovery.metadata();
      const { payload } = await jwtVerify(token, keysOf(metadata), {
        issuer: metadata.issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
        requiredClaims: ["exp", "sub"],
      }).catch((error: unknown) => {
        throw isNetworkFault(error)
          ? new IdentityProviderUnreachable("keys", error)
          : new IdentityTokenInvalid(error instanceof errors.JOSEError ? error.code : "unknown");
      });
      if (nonce !== undefined && payload.nonce !== nonce) throw new IdentityTokenInvalid("nonce");
      if (!isAuthorizedParty(clientId, payload)) throw new IdentityTokenInvalid("audience");
      const latestIssuedAt = now().getTime() / 1_000 + CLOCK_TOLERANCE_S;
      if (payload.iat !== undefined && payload.iat > latestIssuedAt)
        throw new IdentityTokenInvalid("issued in the future");
      const claims = readClaims(payload, claimNames);
      if (!claims || payload.exp === undefined) throw new IdentityTokenInvalid("claims");
      /** `expiresAt` is in milliseconds since the epoch. */
      return { claims, issuer: metadata.issuer, expiresAt: payload.exp * 1000 };
    },
  };
}

/** `azp`, if there is one, must be this portal, and has to be there if there are several audiences. jwtVerify has checked that we're one of them. */
function isAuthorizedParty(clientId: string, { aud, azp }: JWTPayload): boolean {
  return azp === undefined ? [aud].flat().length === 1 : azp === clientId;
}

function isNetworkFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  // jose throws the generic code if the keys' address doesn't answer with 200 and JSON.
  return ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"].includes(error.code);
}
