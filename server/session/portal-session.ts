import type { ClientSummary } from "#shared/portal-api/clients.ts";

/** An account's summary, and the name of the person's own contact there, which may be newer than the token's. */
export interface RememberedSummary extends ClientSummary {
  readonly contactName?: { readonly first: string; readonly last: string };
}

/** The signed-in user, as the identity token's claims describe them. */
export interface SignedInUser {
  readonly id: string;
  /** The token's issuer, because `id` is only unique within it. */
  readonly issuer?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly email: string;
  /** True for customers, false for the provider's employees. */
  readonly b2c: boolean;
  /** As in the token: `{clientId}-{roleName}`. */
  readonly roles: readonly string[];
}

/** The identity provider's tokens, which never leave the server. */
export interface Tokens {
  readonly identityToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Milliseconds since the epoch; undefined for those from signing in. */
  readonly renewedAt?: number;
  /** The provider that issued them, which also renews and revokes them. */
  readonly issuedBy: SignInKind;
}

export interface RenewedTokens extends Tokens {
  readonly user?: SignedInUser;
}

/** Someone has lost access: the mode of /no-access, and the tokens for signing out at the identity provider. */
export interface LostAccess {
  readonly mode: string;
  readonly tokens: Tokens;
}

/** Thrown by a renewal if the person has lost access, which ends the session. */
export class AccessLost extends Error {
  override readonly name = "AccessLost";
  readonly access: LostAccess;
  constructor(lost: LostAccess) {
    super(`No access any more: ${lost.mode}`);
    this.access = lost;
  }
}

export type SignInKind = "customer" | "employee";

export interface CurrentAccount {
  readonly clientId: string;
  readonly name: string;
  /** When it was selected, in milliseconds since the epoch: tells a browser's tabs which of them is newer. */
  readonly chosenAt?: number;
}

/** A sign-in's state until the identity provider sends the person back. */
export interface SignInHandshake {
  readonly kind: SignInKind;
  /** Every redirect's nonce is derived from this secret and the redirect's state. */
  readonly nonce: string;
  /** After a `renewal` the browser returns to /renew, and the session stays. */
  readonly purpose: "sign-in" | "renewal";
}

export type FlashTone = "success" | "info" | "warning" | "error";

/** A message that's shown once, on the next page. */
export interface FlashMessage {
  readonly tone: FlashTone;
  readonly text: string;
  /** A script has loaded it for this page, at this time. It's shown again if the browser loads the page itself. */
  readonly loaded?: { readonly page: string; readonly at: number };
}

/**
 * What a session keeps: input that a form couldn't save (`draft`) and the input of multi-page forms (`entered`, which
 * may have fields that drafts can't), both for a few minutes; a card payment's return until it's handled.
 */
export type KeptKind = "draft" | "entered" | "return";

export interface KeptEntry {
  readonly kind: KeptKind;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
  /** JSON. */
  readonly value: unknown;
}

/** Whether a form that was sent without being signed in will be filled in again after signing in. */
export type UnsavedForm = "kept" | "lost";

/** The signal aborts if the exchange takes too long. */
export type RenewTokens = (
  current: Tokens,
  signal: AbortSignal,
) => Promise<RenewedTokens | "refused" | undefined>;

/** "refused": the identity provider didn't give new tokens. "ended": the session is gone. Undefined: we don't know yet. */
export type RenewalOutcome = Tokens | "refused" | "ended" | undefined;

/** A set of texts that several requests can change at once. Above 10,000 it keeps the newest. */
export interface TextSet {
  add(members: readonly string[]): Promise<void>;
  remove(members: readonly string[]): Promise<void>;
  members(): Promise<ReadonlySet<string>>;
}

/** A session's change that's published to every instance. */
export type SessionEvent =
  | { readonly kind: "ended"; readonly handle: string }
  | { readonly kind: "account-changed"; readonly handle: string };

/** The session store is unavailable, so the answer is a 503, never an anonymous session. */
export class SessionStoreUnavailable extends Error {
  override readonly name = "SessionStoreUnavailable";
}
