import type {
  PortalSession,
  SignedInUser,
  SignInHandshake,
  SignInKind,
  Tokens,
} from "#server/session/portal-session.ts";

/** Why a sign-in didn't succeed. `cancelled` doesn't show a message. */
export type SignInFailure =
  | { readonly reason: "cancelled" }
  | { readonly reason: "forgot-password"; readonly redirectTo: string }
  /** `code` is e.g. `AADB2C90054`; undefined if the provider didn't send one. */
  | { readonly reason: "refused"; readonly code: string | undefined }
  /** The state, nonce or token is invalid; the page doesn't say which. */
  | { readonly reason: "invalid" }
  /** `prompt=none` didn't find a session at the identity provider. */
  | { readonly reason: "interaction-required" }
  | { readonly reason: "unreachable" };

/** The modes of the page /no-access, for someone whose claims are verified but don't give access. */
export type NoAccessMode = "hasNoRoles" | "pendingValidation" | "lockedOut" | "generic";

export type SignInOutcome = { readonly purpose: SignInPurpose } & (
  | { readonly ok: true; readonly user: SignedInUser; readonly tokens: Tokens }
  | { readonly ok: false; readonly failure: SignInFailure; readonly noAccess?: undefined }
  /** Signed in at the identity provider, but without access here. The tokens are for signing out there. */
  | { readonly ok: false; readonly noAccess: NoAccessMode; readonly tokens: Tokens }
);

/** A sign-in starts a session; a renewal keeps the existing one. */
type SignInPurpose = SignInHandshake["purpose"];

export interface BeginOptions {
  readonly purpose: SignInPurpose;
}

export type RenewableSession = Pick<PortalSession, "user" | "tokens" | "renewTokens">;

/** "refused": the identity provider refused the person, or the session has ended. "paused": we didn't ask the identity provider, because it was too slow a moment ago. */
export type RenewalFailure = "refused" | "unreachable" | "paused";

export interface IdentityService {
  /** Redirects to the identity provider and keeps the handshake in the session. Undefined if the provider is unreachable. */
  begin(
    kind: SignInKind,
    request: Request,
    session: PortalSession,
    options: BeginOptions,
  ): Promise<Response | undefined>;
  /** Handles the callback: verifies state, code, identity token and claims. Throws SessionStoreUnavailable, or `busy` if too many are waiting. */
  complete(kind: SignInKind, request: Request, session: PortalSession): Promise<SignInOutcome>;
  /** Renews the tokens, with one retry, once per session across all instances. "renewed" means that the session has a valid token now. */
  renew(session: RenewableSession): Promise<"renewed" | RenewalFailure>;
  /** The current identity token, renewed if it has less than a minute left. Undefined if there's no valid one. */
  freshToken(session: PortalSession): Promise<string | undefined>;
  /** Where the browser signs out at the identity provider; /logout itself if that's unreachable. */
  signOutUrl(tokens: Tokens): Promise<string>;
  /** `Set-Cookie` headers that remove the cookies of completed handshakes. */
  spentCookies(request: Request): string[];
  /** Origins that a sign-in form may redirect to, for the CSP's form-action. */
  readonly origins: readonly string[];
}
