import type {
  PortalSession,
  SignedInUser,
  SignInHandshake,
  SignInKind,
  Tokens,
} from "#server/session/portal-session.ts";

/** Why a sign-in did not succeed. `cancelled` goes back quietly; the rest have a message of the catalogue. */
export type SignInFailure =
  | { readonly reason: "cancelled" }
  | { readonly reason: "forgot-password"; readonly redirectTo: string }
  /** `code` as in `AADB2C90054`; undefined when the provider named none. */
  | { readonly reason: "refused"; readonly code: string | undefined }
  /** State, nonce or token did not hold: never told apart to the outside. */
  | { readonly reason: "invalid" }
  /** `prompt=none` found no session at the identity provider. */
  | { readonly reason: "interaction-required" }
  | { readonly reason: "unreachable" };

/** Claims that are verified but not enough to be let in. */
export type NoAccessMode = "hasNoRoles" | "pendingValidation" | "lockedOut" | "generic";

export type SignInOutcome = { readonly purpose: SignInPurpose } & (
  | { readonly ok: true; readonly user: SignedInUser; readonly tokens: Tokens }
  | { readonly ok: false; readonly failure: SignInFailure; readonly noAccess?: undefined }
  /** Signed in at the identity provider, but not to be let in here; tokens are for ending that session. */
  | { readonly ok: false; readonly noAccess: NoAccessMode; readonly tokens: Tokens }
);

/** A renewal keeps the session that it found; a sign-in starts one. */
type SignInPurpose = SignInHandshake["purpose"];

export interface BeginOptions {
  readonly purpose: SignInPurpose;
}

/** The part of a session that a renewal needs: a live stream has no request and so no whole session. */
export type RenewableSession = Pick<PortalSession, "user" | "tokens" | "renewTokens">;

/**
 * Why there are no new tokens: only "refused" says something of the person; "unreachable" is a provider that can't say,
 * "paused" one that isn't asked for the moment, since it was too slow just now.
 */
export type RenewalFailure = "refused" | "unreachable" | "paused";

/** Sign-in with the two identity providers: customers and employees. */
export interface IdentityService {
  /**
   * A redirect to the identity provider with PKCE, state and nonce; the handshake is put into the session
   * and the redirect's own cookies into the response. A renewal asks with `prompt=none`. Undefined when the
   * identity provider cannot be reached.
   */
  begin(
    kind: SignInKind,
    request: Request,
    session: PortalSession,
    options: BeginOptions,
  ): Promise<Response | undefined>;
  /** Finishes what `begin` began: verifies state, code, identity token and claims. Throws SessionStoreUnavailable alone. */
  complete(kind: SignInKind, request: Request, session: PortalSession): Promise<SignInOutcome>;
  /**
   * Silent renewal with one retry, single-flight for each session over all instances. "renewed" when
   * the session now holds a token that is still good.
   */
  renew(session: RenewableSession): Promise<"renewed" | RenewalFailure>;
  /** The token in force, renewed when it has less than a minute left. Undefined when it can't be renewed. */
  freshToken(session: PortalSession): Promise<string | undefined>;
  /**
   * Where the browser ends its session at the identity provider; comes back to /logout, and is /logout itself
   * where the provider can't be asked.
   */
  signOutUrl(tokens: Tokens): Promise<string>;
  /** `Set-Cookie` headers that remove the cookies of handshakes which `complete` has dealt with. */
  spentCookies(request: Request): string[];
  /** Origins that a sign-in form may redirect to, for CSP form-action. */
  readonly origins: readonly string[];
}
