import type { SignedInUser, SignInHandshake, Tokens } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import type { NoAccessMode } from "./claims.ts";

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

export type SignInOutcome = { readonly purpose: SignInPurpose } & (
  | { readonly ok: true; readonly user: SignedInUser; readonly tokens: Tokens }
  | { readonly ok: false; readonly failure: SignInFailure; readonly noAccess?: undefined }
  /** Signed in at the identity provider, but without access here. The tokens are for signing out there. */
  | { readonly ok: false; readonly noAccess: NoAccessMode; readonly tokens: Tokens }
);

/** A sign-in starts a session; a renewal keeps the existing one. */
export type SignInPurpose = SignInHandshake["purpose"];

export type RenewableSession = Pick<PortalSession, "user" | "tokens" | "renewTokens">;

/** "refused": the identity provider refused the person, or the session has ended. "paused": we didn't ask the identity provider, because it was too slow a moment ago. */
export type RenewalFailure = "refused" | "unreachable" | "paused";
