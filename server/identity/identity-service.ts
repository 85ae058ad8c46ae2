import type {
  PortalSession,
  SignedInUser,
  SignInHandshake,
  SignInKind,
  Tokens,
} from "#server/session/portal-session.ts";

/** Why a sign-in didn't succeed. `cancelled` shows no message. */
export type SignInFailure =
  | { readonly reason: "cancelled" }
  | { readonly reason: "forgot-password"; readonly redirectTo: string }
  /** `code` is e.g. `AADB2C90054`; undefined if the provider sent none. */
  | { readonly reason: "refused"; readonly code: string | undefined }
  /** State, nonce or token is invalid; the page doesn't say which. */
  | { readonly reason: "invalid" }
  /** `prompt=none` found no session at the identity provider. */
  | { readonly reason: "interaction-required" }
  | { readonly reason: "unreachable" };

/** The modes of the page /no-access, for a person whose claims are verified but give no access. */
export type NoAccessMode = "hasNoRoles" | "pendingValidation" | "lockedOut" | "generic";

export type SignInOutcome = { readonly purpose: SignInPurpose } & (
  | { readonly ok: true; readonly user: SignedInUser; readonly tokens: Tokens }
  | { readonly ok: false; readonly failure: SignInFailure; readonly noAccess?: undefined }
  /** Signed in at the identity provider, but without access here; the tokens are for signing out there. */
  | { readonly ok: false; readonly noAccess: NoAccessMode; readonly tokens: Tokens }
);

/** A sign-in starts a session; a renewal keeps the existing one. */
type SignInPurpose = SignInHandshake["purpose"];

export interface BeginOptions {
  readonly purpose: SignInPurpose;
}

export type RenewableSession = Pick<PortalSession, "user" | "tokens" | "renewTokens">;

/** "refused": the person, or the session has ended. "paused": the provider isn't asked, because it was too slow a moment ago. */
export type RenewalFailure = "refused" | "unreachable" | "paused";

export interface IdentityService {
  /** Redirects to the identity provider and notes the handshake in the session. Undefined when the provider can't be reached. */
  begin(
    kind: SignInKind,
    request: Request,
    session: PortalSession,
    options: BeginOptions,
  ): Promise<Response | undefined>;
  /** Handles the callback: verifies state, code, identity token and claims. Throws SessionStoreUnavailable, or `busy` if too many wait. */
  complete(kind: SignInKind, request: Request, session: PortalSession): Promise<SignInOutcome>;
  /** Renews the tokens, with one retry, once per session over all instances. "renewed": the session has a valid token now. */
  renew(session: RenewableSession): Promise<"renewed" | RenewalFailure>;
  /** The current identity token, renewed if it has less than a minute left. Undefined when there's no valid one. */
  freshToken(session: PortalSession): Promise<string | undefined>;
  /** Where the browser signs out at the identity provider; /logout itself when that is unreachable. */
  signOutUrl(tokens: Tokens): Promise<string>;
  /** `Set-Cookie` headers that remove the cookies of completed handshakes. */
  spentCookies(request: Request): string[];
  /** The origins that a sign-in form may redirect to, for the CSP's form-action. */
  readonly origins: readonly string[];
}
