import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { textLength } from "#shared/limits.ts";
import { personKeyOf } from "#shared/person.ts";
import type { Client } from "#shared/portal-api/clients.ts";
import type { FormerSessions } from "./former-sessions.ts";
import { allKept, dropExpired, keep, keptName } from "./kept.ts";
import { Messages } from "./messages.ts";
import { browserOf, type PersonSessions } from "./person-sessions.ts";
import {
  AccessLost,
  type CurrentAccount,
  type FlashMessage,
  type KeptEntry,
  type KeptKind,
  type LostAccess,
  type RememberedSummary,
  type RenewTokens,
  type SignedInUser,
  type SignInHandshake,
  type SignInKind,
  type Tokens,
} from "./portal-session.ts";
import type { SealedValues } from "./records.ts";
import type { Renewals } from "./renewal.ts";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SessionFields } from "./session-fields.ts";
import { newSessionId, type SessionRecord, type SessionStore } from "./session-store.ts";
import { claimCallback, SignedOutState } from "./signed-out-state.ts";

export interface RequestSessionParts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly ring: KeyRing;
  readonly renewals: Renewals;
  readonly formerSessions: FormerSessions;
  readonly values: SealedValues;
  readonly persons: Pick<PersonSessions, "add">;
  readonly secure: boolean;
  readonly now: () => number;
  readonly cookie: SessionCookie;
}

export type PortalSession = Readonly<Pick<RequestSession, keyof RequestSession>>;

/** One browser's session in one request. Methods that return promises write straight away, everything else is written by `commit`. After `end` nothing can be written any more. */
export class RequestSession {
  readonly #request: Request;
  readonly #parts: RequestSessionParts;
  readonly #signedOut: SignedOutState;
  #cookieId: string | undefined;
  #record: SessionRecord;
  hasEnded = false;
  /** What someone whose session has ended still wants kept; `commit` writes it. */
  #keptAfterEnd: KeptEntry[] = [];
  /** Set if a renewal in this request has ended the session. */
  lostAccess: LostAccess | undefined;
  readonly #messages: Messages;
  /** Identifies this request as the holder of its claims. */
  readonly #holder = randomUUID();

  constructor(parts: RequestSessionParts, request: Request, cookieId?: string, record?: SessionRecord) {
    this.#request = request;
    this.#parts = parts;
    this.#cookieId = cookieId;
    this.#signedOut = new SignedOutState(request, parts);
    this.#messages = new Messages(parts.now);
    this.#record = record ?? parts.store.newRecord(newSessionId());
    dropExpired(this.#record.fields, parts.now());
  }

  /** A short hash of the id for logs: nobody can take over the session with it. Before someone signs in, it's the signed-out state's id. */
  get handle(): string {
    return this.#record.stored ? this.#record.handle : this.#signedOut.id;
  }

  get user(): SignedInUser | undefined {
    return this.#record.fields.get("user");
  }

  get tokens(): Tokens | undefined {
    return this.#record.fields.get("tokens");
  }

  /** The accounts that the person can choose, as loaded at sign-in. */
  get accounts(): readonly Client[] {
    return this.#record.fields.get("accounts") ?? [];
  }

  get account(): CurrentAccount | undefined {
    return this.#record.fields.get("account");
  }

  /** Starts a signed-in session with a new id and ends the old one. The new one takes over the saved URL, flashes and what was kept. */
  async signIn({ user, tokens }: { user: SignedInUser; tokens: Tokens }): Promise<void> {
    const savedUrl = this.#fields.get("savedUrl");
    const flashes = this.#messages.take(this.#fields).values();
    const kept = await this.#keptOf(user);
    await this.#endRecord();
    this.#signedOut.end();
    const id = newSessionId(this.#parts.ring.marksOf(personKeyOf(user))[0]);
    this.#record = this.#parts.store.newRecord(id);
    this.hasEnded = false;
    const { fields } = this.#record;
    fields.set("user", user);
    fields.set("tokens", tokens);
    fields.set("startedAt", this.#parts.now());
    fields.set("savedUrl", savedUrl);
    fields.set("browser", browserOf(this.#request.get("user-agent")));
    for (const entry of kept) keep(fields, entry);
    for (const message of flashes) this.flash(message);
    // Before storing the session, so that 'sign out everywhere' never misses one.
    await this.#parts.persons.add(user, this.#record.key);
    await this.commit();
    this.#parts.cookie.issue(this.#request, id);
    this.#cookieId = id;
  }

  /** Ends the session on all instances. With `keepDrafts`, what was kept waits until the same person signs in here again. */
  async end({ keepDrafts = false }: { keepDrafts?: boolean } = {}): Promise<void> {
    const isOpen = keepDrafts && !this.#record.ended;
    const kept = isOpen ? allKept(this.#record.fields, this.#parts.now()) : [];
    // First, so that signing out works for this browser even if the store refuses.
    if (!keepDrafts) this.#parts.cookie.clear(this.#request);
    await this.#endRecord();
    this.hasEnded = true;
    // The cookie stays, because it links this, and anything other tabs still send, to the person.
    await this.#keepForLater(kept);
  }

  /** Writes what changed. Throws {@link SessionStoreUnavailable}. */
  async commit(): Promise<void> {
    const isForLater = await this.#keepForLater(this.#keptAfterEnd.splice(0));
    if (isForLater && this.unsavedForm) this.#signedOut.set("unsent", "kept");
    const { stored, fields, ended } = this.#record;
    // Only signed-in people have a stored session.
    if (!ended && fields.hasChanges && (stored || this.user)) await this.#parts.store.write(this.#record);
  }

  setAccounts(accounts: readonly Client[]): void {
    this.#record.fields.set("accounts", accounts);
  }

  /** Sets the current account or, with undefined, clears it. `commit` then notifies live streams. */
  selectAccount(account: CurrentAccount | undefined): void {
    if (account?.clientId !== this.account?.clientId)
      this.#record.announcements.push({ kind: "account-changed", handle: this.handle });
    // Another instance's clock may be ahead.
    const chosenAt = Math.max(this.#parts.now(), (this.account?.chosenAt ?? 0) + 1);
    this.#record.fields.set("account", account && { ...account, chosenAt });
  }

  /** The account summary that `rememberSummary` cached. */
  summaryOf(clientId: string): RememberedSummary | undefined {
    return this.#record.fields.get(`summary:${clientId}`);
  }

  rememberSummary(clientId: string, summary: RememberedSummary): void {
    this.#record.fields.set(`summary:${clientId}`, summary);
  }

  /** Call it after changing anything in the summary. */
  forgetSummary(clientId: string): void {
    this.#record.fields.set(`summary:${clientId}`, undefined);
  }

  /** Saves a path on this site to go to after signing in. */
  saveUrl(path: string): void {
    if (path.length <= textLength.savedUrl) this.#fields.set("savedUrl", path);
  }

  takeSavedUrl(): string | undefined {
    return this.#take("savedUrl");
  }

  beginHandshake(handshake: SignInHandshake): void {
    this.#fields.set(`handshake:${handshake.kind}`, handshake);
  }

  /** There's one handshake per kind, so that two tabs can have one of each in progress. */
  takeHandshake(kind: SignInKind): SignInHandshake | undefined {
    return this.#take(`handshake:${kind}`);
  }

  flash(message: FlashMessage): void {
    this.#messages.add(this.#fields, message);
  }

  /** Takes the messages to show. Only earlier requests' messages, because another of this one's loaders may still redirect. */
  takeFlashes(): readonly FlashMessage[] {
    return this.#messages.show(this.#fields);
  }

  /** Call it if this request redirects: messages that were taken go back for the next page. */
  keepFlashes(): void {
    this.#messages.restore(this.#fields);
  }

  /** Keeps the newest few of each kind; undefined drops one. After the session has ended, drafts and returns wait for its person. Without a session cookie a draft isn't kept. */
  keep(kind: KeptKind, name: string, value: unknown): void {
    const entry = { kind, name: keptName(name), value, keptAt: this.#parts.now() };
    if (this.user && !this.#record.ended) keep(this.#record.fields, entry);
    else if (kind !== "entered" && value !== undefined) this.#keptAfterEnd.push(entry);
  }

  kept(kind: KeptKind, name: string): unknown {
    return this.allKept(kind).find((entry) => entry.name === keptName(name))?.value;
  }

  /** Newest first. */
  allKept(kind: KeptKind): readonly KeptEntry[] {
    return allKept(this.#record.fields, this.#parts.now(), [kind]);
  }

  /** Records that a form was sent without being signed in, so that the sign-in page can say so. */
  recordUnsavedForm(): void {
    this.#signedOut.set("unsent", "lost");
  }

  get unsavedForm() {
    return this.#signedOut.get("unsent");
  }

  /** Runs `renew` once across all requests and instances, and stores the tokens. If it throws {@link AccessLost}, the session ends. */
  async renewTokens(renew: RenewTokens) {
    const { tokens: current } = this;
    if (!current) return "ended";
    try {
      const renewed = await this.#parts.renewals.run(this.#record.key, current, renew);
      this.#record.ended ||= renewed === "ended";
      const stored = typeof renewed === "object" && (await this.#parts.backend.load(this.#record.key));
      if (stored) this.#record.fields.load(stored.fields);
      return renewed;
    } catch (error) {
      if (!(error instanceof AccessLost)) throw error;
      this.#record.ended = true;
      this.lostAccess = error.access;
      return "ended";
    }
  }

  /**
   * True for the first request with this name, on any instance, however often that request asks; false for all others
   * until it calls `release`. False once the session has ended. While signed out, it's true only once in half an hour
   * and can't be released. If too many signed-out browsers make claims, they all get true.
   */
  async claim(name: string): Promise<boolean> {
    const { stored, ended, key } = this.#record;
    if (!stored || ended) return !ended && claimCallback(this.#parts.backend, this.#signedOut, name);
    return this.#parts.values.claim(key, name, this.#holder, stored.endsAt);
  }

  release(name: string): Promise<void> {
    return this.#parts.values.release(this.#record.key, name, this.#holder);
  }

  /** A set that lasts as long as the session, e.g. selected invoices. Parallel requests can change it. */
  textSet(name: string) {
    return this.#parts.values.sessionSet(this.#record.key, name);
  }

  /** The fields that outlast a request: the session's, or the signed-out state's. */
  get #fields(): Pick<SessionFields, "get" | "set" | "namesWithPrefix"> {
    return this.user ? this.#record.fields : this.#signedOut;
  }

  /** What this person kept, in the current session or the browser's previous one. */
  async #keptOf(user: SignedInUser): Promise<readonly KeptEntry[]> {
    const [person, now] = [personKeyOf(user), this.#parts.now()];
    if (this.user) return personKeyOf(this.user) === person ? allKept(this.#record.fields, now) : [];
    const former = this.#cookieId ? await this.#parts.formerSessions.take(this.#cookieId, person) : [];
    return [...former, ...allKept(this.#signedOut, now)];
  }

  /**
   * Keeps this until the person from the cookie's session signs in again. If that fails, returns false and keeps
   * payments' returns with the signed-out browser, but not a form's input, because anyone may sign in here next.
   */
  async #keepForLater(kept: readonly KeptEntry[]): Promise<boolean> {
    const [id, address] = [this.#cookieId, this.#request.ip ?? ""];
    if (kept.length > 0 && id && (await this.#parts.formerSessions.keep(id, kept, address))) return true;
    for (const one of kept) if (one.kind === "return") keep(this.#signedOut, one);
    return false;
  }

  #take<N extends "savedUrl" | `handshake:${string}`>(name: N) {
    const value = this.#fields.get(name);
    this.#fields.set(name, undefined);
    return value;
  }

  async #endRecord(): Promise<void> {
    if (this.#record.stored && !this.#record.ended) await this.#parts.store.end(this.#record.key);
    this.#record.ended = true;
  }
}
