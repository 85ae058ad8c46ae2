import type { Client, ClientSummary } from "#app/portal-api/clients.ts";

/** The signed-in user, as the identity token's claims describe them. */
export interface SignedInUser {
  readonly id: string;
  /** Who says so: an id is unique within its issuer only. */
  readonly issuer?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly email: string;
  /** True for customers, false for the provider's employees. */
  readonly b2c: boolean;
  /** As the token holds them: `{clientId}-{roleName}`. */
  readonly roles: readonly string[];
}

/** Tells people apart over all identity providers. */
export function personOf({ issuer = "", id }: Pick<SignedInUser, "issuer" | "id">): string {
  return JSON.stringify([issuer, id]);
}

/** What the identity provider issued; never leaves the server. */
export interface Tokens {
  readonly identityToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Which strategy issued them: a token is renewed and ended where it was issued. */
  readonly issuedBy: SignInKind;
}

/** Renewed tokens, and who they say the person is now. */
export interface RenewedTokens extends Tokens {
  readonly user?: SignedInUser;
}

/** Why a person may not be here any more (a mode of /no-access), with the tokens to end their session elsewhere. */
export interface LostAccess {
  readonly mode: string;
  readonly tokens: Tokens;
}

/** Thrown by a renewal that finds the person without access: the session ends. */
export class AccessLost extends Error {
  override readonly name = "AccessLost";
  readonly lost: LostAccess;
  constructor(lost: LostAccess) {
    super(`No access any more: ${lost.mode}`);
    this.lost = lost;
  }
}

export type SignInKind = "customer" | "employee";

/** The account that the session works for. */
export interface CurrentAccount {
  readonly clientId: string;
  readonly name: string;
}

/** What a sign-in in progress must remember until the identity provider sends the person back. */
export interface SignInHandshake {
  readonly kind: SignInKind;
  readonly nonce: string;
  /** `renewal` comes back to /renew instead of starting a session anew. */
  readonly purpose: "sign-in" | "renewal";
}

export type FlashTone = "success" | "info" | "warning" | "error";

/** A message for the next page the person sees, shown once. */
export interface FlashMessage {
  readonly tone: FlashTone;
  readonly text: string;
}

/** What a post carried that could not be acted on, kept for minutes so that the form comes back filled. */
export interface Draft {
  /** The form's page and its intent. */
  readonly form: string;
  readonly fields: readonly (readonly [string, string])[];
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
}

/** Whether a form of somebody who is not signed in comes back after the sign-in. */
export type Unsent = "kept" | "lost";

/** What a person has entered so far in a form of several pages. */
export interface Entered {
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
  readonly value: unknown;
}

/** What forms of several pages were told (JSON), for minutes. It may hold what no draft may, and is kept as drafts are. */
export interface EnteredForms {
  /** Undefined forgets it. */
  keep(form: string, value: unknown): void;
  in(form: string): unknown;
}

/**
 * One browser's session, behind named methods. Changes are collected and written by `commit`, which the
 * server calls before it answers; methods that return a promise write at once. Nothing can be written after
 * `end`, not even by a request that began before it.
 */
export interface PortalSession {
  /** A short hash of the id: names the session in logs without giving it away. */
  readonly handle: string;
  readonly user: SignedInUser | undefined;
  readonly tokens: Tokens | undefined;
  /** The accounts that the user may choose, as loaded at sign-in. */
  readonly accounts: readonly Client[];
  readonly account: CurrentAccount | undefined;

  /** Starts a signed-in session under a new id; the old id is dead, saved URL and flashes come along. */
  signIn(identity: { user: SignedInUser; tokens: Tokens }): Promise<void>;
  /**
   * Ends the session everywhere: late writes are refused, live streams of all instances close. With `keepDrafts`
   * the newest draft waits for the same person to sign in again in this browser.
   */
  end(options?: { keepDrafts?: boolean }): Promise<void>;
  /** This request has called `end`. */
  readonly hasEnded: boolean;
  /** Writes what changed. Throws {@link SessionStoreUnavailable}. */
  commit(): Promise<void>;

  setAccounts(accounts: readonly Client[]): void;
  /** Makes an account current (announced to live streams at commit) or, with undefined, none. */
  selectAccount(account: CurrentAccount | undefined): void;
  /** The account summary as cached for this client by `rememberSummary`. */
  summaryOf(clientId: string): ClientSummary | undefined;
  rememberSummary(clientId: string, summary: ClientSummary): void;
  /** Call it after changing what the summary says. */
  forgetSummary(clientId: string): void;

  /** Where to go after sign-in: a path of this site. As a handshake, kept by the browser where nobody is signed in. */
  saveUrl(path: string): void;
  takeSavedUrl(): string | undefined;

  beginHandshake(handshake: SignInHandshake): void;
  /** One for each kind, so that both can be under way in two tabs. */
  takeHandshake(kind: SignInKind): SignInHandshake | undefined;

  flash(message: FlashMessage): void;
  /** Messages of earlier requests, not of this one: another loader of it may still redirect. */
  takeFlashes(): readonly FlashMessage[];
  /** This request leads on and shows no page: the messages wait for the next one, also those that were taken. */
  keepFlashes(): void;

  /**
   * Keeps a draft under the name of its form; only the newest few stay, and for minutes. They come along through a
   * sign-in. Where the session has ended the newest form's is kept for the person whose session it was; who never had
   * one keeps none. One whose name is no address stays until it is taken.
   */
  keepDraft(draft: Omit<Draft, "keptAt">): void;
  /** What `takeDraft` would hand out; it stays where it is. */
  peekDraft(form: string): Draft | undefined;
  /** Hands a draft out once, while it is kept and belongs to nobody else. */
  takeDraft(form: string): Draft | undefined;

  /** Notes a form sent by somebody who is not signed in, in place of earlier ones; the sign-in page tells of it. */
  noteUnsent(): void;
  readonly unsent: Unsent | undefined;

  readonly entered: EnteredForms;

  /**
   * Runs `renew` once for all requests and instances that ask at the same time and stores its tokens.
   * Resolves with the tokens now in force, undefined when there are none to be had. What they say of the person holds
   * from then on, and accounts are loaded anew; where `renew` throws {@link AccessLost} the session ends.
   */
  renewTokens(
    renew: (current: Tokens, signal: AbortSignal) => Promise<RenewedTokens | undefined>,
  ): Promise<Tokens | undefined>;
  /** Set once a renewal of this request has ended the session. */
  readonly lostAccess: LostAccess | undefined;

  /**
   * True for exactly one caller, over all requests and instances, until released or the session ends; for a visitor
   * half an hour.
   */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;

  /** Sets that live as long as the session and may grow in two requests at once, e.g. selected invoices. */
  addTo(set: string, members: readonly string[]): Promise<void>;
  removeFrom(set: string, members: readonly string[]): Promise<void>;
  membersOf(set: string): Promise<ReadonlySet<string>>;
}

/** What happened to a session, told to every instance. */
export type SessionEvent =
  | { readonly kind: "ended"; readonly handle: string }
  | { readonly kind: "account-changed"; readonly handle: string };

/** The session store cannot be reached: the answer is a 503, never an anonymous session. */
export class SessionStoreUnavailable extends Error {
  override readonly name = "SessionStoreUnavailable";
}
