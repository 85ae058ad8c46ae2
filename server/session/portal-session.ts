import type { Client, ClientSummary } from "#shared/portal-api/clients.ts";

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

/** One browser's session. Methods that return promises write straight away, everything else is written by `commit`. After `end` nothing can be written any more. */
export interface PortalSession {
  /** A short hash of the id, for logs, which can't be used to take over the session. */
  readonly handle: string;
  readonly user: SignedInUser | undefined;
  readonly tokens: Tokens | undefined;
  /** The accounts that the person can choose, as loaded at sign-in. */
  readonly accounts: readonly Client[];
  readonly account: CurrentAccount | undefined;

  /** Starts a signed-in session with a new id and ends the old one. The new one takes over the saved URL, flashes and what was kept. */
  signIn(identity: { user: SignedInUser; tokens: Tokens }): Promise<void>;
  /** Ends the session on all instances. With `keepDrafts`, what was kept waits until the same person signs in here again. */
  end(options?: { keepDrafts?: boolean }): Promise<void>;
  readonly hasEnded: boolean;
  /** Writes what changed. Throws {@link SessionStoreUnavailable}. */
  commit(): Promise<void>;

  setAccounts(accounts: readonly Client[]): void;
  /** Sets the current account or, with undefined, clears it. `commit` then notifies live streams. */
  selectAccount(account: CurrentAccount | undefined): void;
  /** The account summary that `rememberSummary` cached. */
  summaryOf(clientId: string): RememberedSummary | undefined;
  rememberSummary(clientId: string, summary: RememberedSummary): void;
  /** Call it after changing anything in the summary. */
  forgetSummary(clientId: string): void;

  /** Saves a path on this site to go to after signing in. */
  saveUrl(path: string): void;
  takeSavedUrl(): string | undefined;

  beginHandshake(handshake: SignInHandshake): void;
  /** There's one handshake per kind, so that two tabs can have one of each in progress. */
  takeHandshake(kind: SignInKind): SignInHandshake | undefined;

  flash(message: FlashMessage): void;
  /** Takes the messages to show. Only earlier requests' messages, because another of this one's loaders may still redirect. */
  takeFlashes(): readonly FlashMessage[];
  /** Call it if this request redirects: messages that were taken go back for the next page. */
  keepFlashes(): void;

  /**
   * Keeps the newest few of each kind; undefined drops one. After the session has ended, drafts and returns wait for
   * the session's person. Without a session cookie a draft isn't kept.
   */
  keep(kind: KeptKind, name: string, value: unknown): void;
  kept(kind: KeptKind, name: string): unknown;
  /** Newest first. */
  allKept(kind: KeptKind): readonly KeptEntry[];

  /** Records that a form was sent without being signed in, so that the sign-in page can say so. */
  recordUnsavedForm(): void;
  readonly unsavedForm: UnsavedForm | undefined;

  /** Runs `renew` once across all requests and instances, and stores the tokens. If it throws {@link AccessLost}, the session ends. */
  renewTokens(renew: RenewTokens): Promise<RenewalOutcome>;
  /** Set if a renewal in this request has ended the session. */
  readonly lostAccess: LostAccess | undefined;

  /**
   * True for the first request with this name, on any instance, however often that request asks; false for all others
   * until it calls `release`. False once the session has ended. While signed out, it's true only once in half an hour
   * and can't be released. If too many signed-out browsers make claims, they all get true.
   */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;

  /** Sets that last as long as the session, e.g. selected invoices. Parallel requests can change them. */
  addTo(set: string, members: readonly string[]): Promise<void>;
  removeFrom(set: string, members: readonly string[]): Promise<void>;
  membersOf(set: string): Promise<ReadonlySet<string>>;
}

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
