import { createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { z } from "zod";
import { publicKey } from "./keys.ts";
import type { ClaimFault } from "./logins.ts";
import type { Tenant } from "./tenant.ts";

/** The claims that the portal API reads from a bearer token, which is an identity token. */
export type Claims = Readonly<z.output<typeof claims>>;

const text = z.string().catch("");
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((values) => values.filter((each) => typeof each === "string"));
const claims = z.object({
  sub: text,
  roles: texts,
  name: text,
  given_name: text,
  family_name: text,
  email: text,
  userType: text,
  accounts: texts,
});

/** A valid token's claims; null for any other. */
export type VerifyToken = (token: string) => Promise<Claims | null>;

const MAX_VERIFIED = 1_000;

/** Verifies identity tokens: the signature with the issuer's key, the audience, and the expiry. */
export function createVerifier(tenants: readonly Tenant[], now: () => Date): VerifyToken {
  const byIssuer = new Map(
    tenants.map((tenant) => [
      tenant.issuer,
      { clientId: tenant.clientId, keys: createLocalJWKSet({ keys: [publicKey(tenant.keys.signing)] }) },
    ]),
  );
  const verified = new Map<string, { readonly expires: number; readonly claims: Claims }>();
  return async (jwt) => {
    // The portal sends the same token with every call, and checking a signature takes longer than most answers.
    const known = verified.get(jwt);
    if (known && known.expires * 1000 > now().getTime()) return known.claims;
    try {
      const issuer = decodeJwt(jwt).iss ?? "";
      const tenant = byIssuer.get(issuer);
      if (!tenant) return null;
      const { payload } = await jwtVerify(jwt, tenant.keys, {
        algorithms: ["RS256"],
        issuer,
        audience: tenant.clientId,
        requiredClaims: ["sub", "exp"],
        currentDate: now(),
      });
      if (verified.size >= MAX_VERIFIED) verified.clear();
      const verdict = { expires: payload.exp ?? 0, claims: claims.parse(payload) };
      verified.set(jwt, verdict);
      return verdict.claims;
    } catch {
      return null;
    }
  };
}

/** Returns the token with a fault, signed again, for tests: the portal must refuse it. */
export async function addFault(
  jwt: string,
  fault: ClaimFault,
  tenant: Pick<Tenant, "keys">,
): Promise<string> {
  const payload = decodeJwt(jwt);
  const issued = payload.iat ?? 0;
  const changes: Partial<Record<ClaimFault, JWTPayload>> = {
    "wrong-nonce": { nonce: "another-nonce" },
    "wrong-audience": { aud: "another-client" },
    expired: { iat: issued - 7200, exp: issued - 3600 },
  };
  const { signing } = tenant.keys;
  return new SignJWT({ ...payload, ...changes[fault] })
    .setProtectedHeader({ alg: "RS256", kid: signing.kid })
    .sign(await importJWK(signing, "RS256"));
}
