import { createHash, randomBytes } from "node:crypto";
import { SessionStoreUnavailable, type SignedInUser } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { signIns } from "#shared/limits.ts";
import { personKeyOf } from "#shared/person.ts";
import { failedCall, isPortalApiError } from "#shared/portal-api/errors.ts";
import { claimsRefusal, userOf, type IdentityClaims, type NoAccessMode } from "./claims.ts";
import {
  CallbackAlreadyTaken,
  EmployeeNotAdmitted,
  ForeignCallback,
  IdentityTokenInvalid,
  signInFailure,
} from "./failures.ts";
import type { SignInOutcome, SignInPurpose } from "./identity-service.ts";
import type { IdentityProvider, IdentitySettings } from "./provider.ts";
import type { ExchangedTokens } from "./strategies.ts";

/** Logs an error without tokens, codes and the provider's texts. `at` is the step of the handshake. */
export type Report = (problem: { kind: string; error: unknown; at: string }) => void;

/** Failures that we don't log. */
const expectedFailures = new Set(["cancelled", "forgot-password", "interaction-required"]);

/** Every unfinished sign-in leaves a cookie; too many would exceed the server's header limit. */
const MAX_HANDSHAKES = 4;

/** Redirects to the provider. All tabs share one secret. */
export async function beginHandshake(
  provider: IdentityProvider,
  request: Request,
  session: PortalSession,
  purpose: SignInPurpose,
): Promise<Response> {
  const earlierHandshake = session.takeHandshake(provider.kind);
  const secret = earlierHandshake?.nonce ?? randomBytes(32).toString("base64url");
  const renewal = purpose === "renewal" ? renewalParameters(session) : {};
  const authenticator = await provider.authenticator();
  // Not the browser's request, because if its address has a `state` the library takes it for a callback.
  const requestWithoutState = new Request(provider.redirectUri);
  const redirect = await authenticator
    .authenticate(provider.kind, requestWithoutState)
    .catch((thrown: unknown) => thrown);
  if (!(redirect instanceof Response)) throw redirect;
  session.beginHandshake({ kind: provider.kind, nonce: secret, purpose });
  const headers = new Headers(redirect.headers);
  const location = new URL(headers.get("location") ?? "");
  const nonce = nonceOf(secret, location.searchParams.get("state") ?? "");
  const parameters = { response_mode: "query", ...provider.hints, ...renewal, nonce };
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
  headers.set("location", location.href);
  for (const cookie of provider.expireHandshakes(request, MAX_HANDSHAKES))
    headers.append("set-cookie", cookie);
  headers.set("cache-control", "no-store");
  return new Response(null, { status: 303, headers });
}

/** Handles the callback. Only throws SessionStoreUnavailable or, if too many are waiting, a `busy` error, so that the callback can be retried. */
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
    if (!handshake) throw new IdentityTokenInvalid("no sign-in was started");
    const { nonce: secret } = handshake;
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const nonce = nonceOf(secret, state);
    const exchanged = await exchange(provider, request, session, nonce, state);
    const { claims, issuer, expiresAt } = await provider.verifier.verify(exchanged.identityToken, nonce);
    const user = { ...userOf(claims), issuer };
    if (purpose === "renewal" && !(session.user && isSamePerson(session.user, user)))
      throw new IdentityTokenInvalid("another person");
    const tokens = { ...exchanged, expiresAt, issuedBy: provider.kind };
    const noAccess = reportedRefusal(provider, claims, report, purpose);
    return noAccess ? { ok: false, noAccess, tokens, purpose } : { ok: true, user, tokens, purpose };
  } catch (error) {
    const mayRetry = error instanceof SessionStoreUnavailable || isPortalApiError(error);
    // Neither a forged callback nor a store outage may end the sign-in in progress.
    if (handshake && (isForeignCallback(error) || mayRetry)) session.beginHandshake(handshake);
    if (mayRetry) throw error;
    const failure = signInFailure(error, { purpose, passwordResetUrl: settings.passwordResetUrl });
    if (!expectedFailures.has(failure.reason)) report({ kind: provider.kind, error, at: purpose });
    return { ok: false, failure, purpose };
  }
}

async function exchange(
  provider: IdentityProvider,
  request: Request,
  session: PortalSession,
  nonce: string,
  state: string,
): Promise<ExchangedTokens> {
  // Without a state the library would start a new sign-in.
  if (state === "") throw new ForeignCallback("no state");
  const metadata = await provider.discovery.metadata();
  const defaultIssuer = metadata.authorization_response_iss_parameter_supported ? undefined : metadata.issuer;
  if ((new URL(request.url).searchParams.get("iss") ?? defaultIssuer) !== metadata.issuer)
    throw new ForeignCallback("another issuer");
  let leave = () => {};
  const authenticator = await provider.authenticator({
    async beforeExchange() {
      const place = provider.places.acquire(state, AbortSignal.timeout(signIns.waitMs));
      leave = await place.catch((cause: unknown) => {
        throw failedCall({ method: "POST", path: "token", failure: "no place" }, { kind: "busy", cause });
      });
      if (!(await session.claim(`callback:${nonce}`))) throw new CallbackAlreadyTaken();
    },
  });
  const address = new URL(provider.redirectUri);
  address.search = new URL(request.url).search;
  const cookie = request.headers.get("cookie") ?? "";
  return authenticator
    .authenticate(provider.kind, new Request(address, { headers: { cookie } }))
    .finally(() => leave());
}

/** Like {@link claimsRefusal}, but also logs a refusal that CUSTOMER_ADMITS_EMPLOYEES would prevent. */
export function reportedRefusal(
  { kind, admitted }: IdentityProvider,
  claims: IdentityClaims,
  report: Report,
  at: string,
): NoAccessMode | undefined {
  if (claims.userType.toLowerCase() === "employee" && !admitted.includes("employee"))
    report({ kind, error: new EmployeeNotAdmitted(), at });
  return claimsRefusal(claims, admitted);
}

/** Earlier builds' sessions have no issuer, which then counts as the same. */
export function isSamePerson(sessionUser: SignedInUser, tokenUser: SignedInUser): boolean {
  return (
    personKeyOf({ ...sessionUser, issuer: sessionUser.issuer ?? tokenUser.issuer }) === personKeyOf(tokenUser)
  );
}

/** Whether the callback isn't for this browser's sign-in. The library throws a RangeError or ReferenceError if the state isn't this browser's. */
function isForeignCallback(error: unknown): boolean {
  return [ForeignCallback, RangeError, ReferenceError].some((kind) => error instanceof kind);
}

function renewalParameters(session: PortalSession): Record<string, string> {
  const email = session.user?.email;
  return { prompt: "none", ...(email ? { login_hint: email } : {}) };
}

/** The secret ties the nonce to the session, the state ties it to one redirect. */
function nonceOf(secret: string, state: string): string {
  return createHash("sha256").update(`${secret}.${state}`).digest("base64url");
}
