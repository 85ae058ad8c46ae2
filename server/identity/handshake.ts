import { createHash, randomBytes } from "node:crypto";
import {
  personOf,
  SessionStoreUnavailable,
  type PortalSession,
  type SignedInUser,
  type SignInHandshake,
} from "#server/session/portal-session.ts";
import { refusalOf, userOf, type IdentityClaims } from "./claims.ts";
import {
  CallbackAlreadyTaken,
  EmployeeNotAdmitted,
  IdentityTokenInvalid,
  signInFailure,
} from "./failures.ts";
import { removeSurplus } from "./handshake-cookies.ts";
import type { BeginOptions, NoAccessMode, SignInOutcome } from "./identity-service.ts";
import type { IdentityProvider, IdentitySettings } from "./provider.ts";
import type { ExchangedTokens } from "./strategies.ts";

/** Logs what went wrong, without tokens, codes and what the provider wrote. */
export type Report = (problem: { kind: string; error: unknown; at: string }) => void;

/** Reasons that are not worth a warning in the log. */
const ordinary = new Set(["cancelled", "forgot-password", "interaction-required"]);

const nothing = async () => {};

/**
 * The redirect to the provider. The session remembers one secret for all of a browser's tabs; each redirect's
 * nonce is bound to it and to its own state.
 */
export async function beginHandshake(
  provider: IdentityProvider,
  settings: IdentitySettings,
  request: Request,
  session: PortalSession,
  options: BeginOptions,
): Promise<Response> {
  const earlier = session.takeHandshake(provider.kind);
  const secret = earlier?.nonce ?? randomBytes(32).toString("base64url");
  const renewal = options.purpose === "renewal" ? renewalParameters(session) : {};
  const authenticator = await provider.authenticator({
    parameters: (state) => ({
      response_mode: "query",
      ...provider.hints,
      ...renewal,
      nonce: nonceOf(secret, state),
    }),
    beforeExchange: nothing,
  });
  // Not the browser's request: the library would take a `state` in its address for a callback.
  const clean = new Request(provider.redirectUri);
  const redirect = await authenticator.authenticate(provider.kind, clean).catch((thrown: unknown) => thrown);
  if (!(redirect instanceof Response)) throw redirect;
  session.beginHandshake({ kind: provider.kind, nonce: secret, purpose: options.purpose });
  const headers = new Headers(redirect.headers);
  for (const cookie of removeSurplus(request, provider.cookieName, settings.secure)) {
    headers.append("set-cookie", cookie);
  }
  headers.set("cache-control", "no-store");
  return new Response(null, { status: 303, headers });
}

/** The provider's answer to what {@link beginHandshake} began. Throws SessionStoreUnavailable alone: it can be tried again. */
export async function completeHandshake(
  provider: IdentityProvider,
  settings: IdentitySettings,
  request: Request,
  session: PortalSession,
  report: Report,
): Promise<SignInOutcome> {
  const handshake = session.takeHandshake(provider.kind);
  const purpose = handshake?.purpose ?? "sign-in";
  try {
    if (!handshake) throw new IdentityTokenInvalid("no sign-in was begun");
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const exchanged = await exchange(provider, request, session, handshake, state);
    const nonce = nonceOf(handshake.nonce, state);
    const { claims, issuer, expiresAt } = await provider.verifier.verify(exchanged.identityToken, nonce);
    const user = { ...userOf(claims), issuer };
    if (purpose === "renewal" && !(session.user && isSamePerson(session.user, user)))
      throw new IdentityTokenInvalid("another person");
    const tokens = { ...exchanged, expiresAt, issuedBy: provider.kind };
    const noAccess = refusalBy(provider, claims, report, purpose);
    return noAccess ? { ok: false, noAccess, tokens, purpose } : { ok: true, user, tokens, purpose };
  } catch (error) {
    const isStoreAway = error instanceof SessionStoreUnavailable;
    // Neither a forged callback nor a store that is away costs the person the sign-in that is under way.
    if (handshake && (isForeign(error) || isStoreAway)) session.beginHandshake(handshake);
    if (isStoreAway) throw error;
    const failure = signInFailure(error, { purpose, passwordResetUrl: settings.passwordResetUrl });
    if (!ordinary.has(failure.reason)) report({ kind: provider.kind, error, at: purpose });
    return { ok: false, failure, purpose };
  }
}

async function exchange(
  provider: IdentityProvider,
  request: Request,
  session: PortalSession,
  handshake: SignInHandshake,
  state: string,
): Promise<ExchangedTokens> {
  // Without a state the library would begin anew.
  if (state === "") throw new RangeError("no state");
  const metadata = await provider.discovery.metadata();
  const promised = metadata.authorization_response_iss_parameter_supported ? undefined : metadata.issuer;
  if ((new URL(request.url).searchParams.get("iss") ?? promised) !== metadata.issuer)
    throw new RangeError("another issuer");
  const authenticator = await provider.authenticator({
    parameters: () => ({}),
    async beforeExchange() {
      if (!(await session.claim(`callback:${nonceOf(handshake.nonce, state)}`)))
        throw new CallbackAlreadyTaken();
    },
  });
  const address = new URL(provider.redirectUri);
  address.search = new URL(request.url).search;
  const cookie = request.headers.get("cookie") ?? "";
  return authenticator.authenticate(provider.kind, new Request(address, { headers: { cookie } }));
}

/** Why this provider's claims are not enough to be let in; what a setting could change is logged. */
export function refusalBy(
  { kind, admitted }: IdentityProvider,
  claims: IdentityClaims,
  report: Report,
  at: string,
): NoAccessMode | undefined {
  if (claims.userType.toLowerCase() === "employee" && !admitted.includes("employee"))
    report({ kind, error: new EmployeeNotAdmitted(), at });
  return refusalOf(claims, admitted);
}

/** Sessions of earlier builds do not know their issuer. */
export function isSamePerson(known: SignedInUser, other: SignedInUser): boolean {
  return personOf({ ...known, issuer: known.issuer ?? other.issuer }) === personOf(other);
}

/** The library's errors for a state that this browser doesn't hold. */
function isForeign(error: unknown): boolean {
  return error instanceof RangeError || error instanceof ReferenceError;
}

function renewalParameters(session: PortalSession): Record<string, string> {
  const email = session.user?.email;
  return { prompt: "none", ...(email ? { login_hint: email } : {}) };
}

/** Bound to the session by the secret and to the redirect by its state, so that neither can be swapped. */
function nonceOf(secret: string, state: string): string {
  return createHash("sha256").update(`${secret}.${state}`).digest("base64url");
}
