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
  type PortalSession,
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

export class RequestSession implements PortalSession {
  readonly #request: Request;
  readonly #parts: RequestSessionParts;
  readonly #signedOut: SignedOutState;
  #cookieId: string | undefined;
  #record: SessionRecord;
  hasEnded = false;
  /** What someone whose session has ended still wants kept; `commit` writes it. */
  #keptAfterEnd: KeptEntry[] = [];
  lostAccess: LostAccess | undefined;
  readonly #messages: Messages;
  /** Identifies this request as the holder of its claims. */
  readonly #holder = randomUUID();

  constructor(
    request: Request,
    cookieId: string | undefined,
    record: SessionRecord | undefined,
    parts: RequestSessionParts,
  ) {
    this.#request = request;
    this.#parts = parts;
    this.#cookieId = cookieId;
    this.#signedOut = new SignedOutState(request, parts);
    this.#messages = new Messages(parts.now);
    this.#record = record ?? parts.store.newRecord(newSessionId());
    dropExpired(this.#record.fields, parts.now());
  }

  /** If nobody is signed in, the signed-out state's id. */
  get handle(): string {
    return this.#record.stored ? this.#record.handle : this.#signedOut.id;
  }

  get user(): SignedInUser | undefined {
    return this.#record.fields.get("user");
  }

  get tokens(): Tokens | undefined {
    return this.#record.fields.get("tokens");
  }

  get accounts(): readonly Client[] {
    return this.#record.fields.get("accounts") ?? [];
  }

  get account(): CurrentAccount | undefined {
    return this.#record.fields.get("account");
  }

  extendIdle(): void {
    this.#parts.store.extendIdle(this.#record);
  }

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

  async end({ keepDrafts = false }: { keepDrafts?: boolean } = {}): Promise<void> {
    const isOpen = keepDrafts && !this.#record.ended;
    const kept = isOpen ? allKept(this.#record.fields, this.#parts.now()) : [];
    // First, so that signing out works for this browser even if the store refuses.
    if (!keepDrafts) this.#parts.cookie.clear(this.#request);
    await this.#endRecord();
    this.hasEnded = true;
    // The cookie stays, because it links this, and anything other tabs still send, to the person.
    if (keepDrafts && !(await this.#keepForLater(kept))) this.#keepReturns(kept);
  }

  /** Keeps payments' returns with the signed-out browser, but not a form's input, because anyone may sign in here next. */
  #keepReturns(kept: readonly KeptEntry[]): void {
    for (const one of kept) if (one.kind === "return") keep(this.#signedOut, one);
  }

  async commit(): Promise<void> {
    const kept = this.#keptAfterEnd.splice(0);
    const isForLater = await this.#keepForLater(kept);
    if (isForLater && this.unsavedForm) this.#signedOut.set("unsent", "kept");
    if (!isForLater) this.#keepReturns(kept);
    const { stored, fields, ended } = this.#record;
    // Only signed-in people have a stored session.
    if (!ended && fields.hasChanges && (stored || this.user)) await this.#parts.store.write(this.#record);
  }

  setAccounts(accounts: readonly Client[]): void {
    this.#record.fields.set("accounts", accounts);
  }

  selectAccount(account: CurrentAccount | undefined): void {
    if (account?.clientId !== this.account?.clientId)
      this.#record.announcements.push({ kind: "account-changed", handle: this.handle });
    // Another instance's clock may be ahead.
    const chosenAt = Math.max(this.#parts.now(), (this.account?.chosenAt ?? 0) + 1);
    this.#record.fields.set("account", account && { ...account, chosenAt });
  }

  summaryOf(clientId: string): RememberedSummary | undefined {
    return this.#record.fields.get(`summary:${clientId}`);
  }

  rememberSummary(clientId: string, summary: RememberedSummary): void {
    this.#record.fields.set(`summary:${clientId}`, summary);
  }

  forgetSummary(clientId: string): void {
    this.#record.fields.set(`summary:${clientId}`, undefined);
  }

  saveUrl(path: string): void {
    if (path.length <= textLength.savedUrl) this.#fields.set("savedUrl", path);
  }

  takeSavedUrl(): string | undefined {
    return this.#take("savedUrl");
  }

  beginHandshake(handshake: SignInHandshake): void {
    this.#fields.set(`handshake:${handshake.kind}`, handshake);
  }

  takeHandshake(kind: SignInKind): SignInHandshake | undefined {
    return this.#take(`handshake:${kind}`);
  }

  flash(message: FlashMessage): void {
    this.#messages.add(this.#fields, message);
  }

  takeFlashes(): readonly FlashMessage[] {
    return this.#messages.show(this.#fields);
  }

  keepFlashes(): void {
    this.#messages.restore(this.#fields);
  }

  keep(kind: KeptKind, name: string, value: unknown): void {
    const entry = { kind, name: keptName(name), value, keptAt: this.#parts.now() };
    if (this.user && !this.#record.ended) keep(this.#record.fields, entry);
    else if (kind !== "entered" && value !== undefined) this.#keptAfterEnd.push(entry);
  }

  kept(kind: KeptKind, name: string): unknown {
    return this.allKept(kind).find((entry) => entry.name === keptName(name))?.value;
  }

  allKept(kind: KeptKind): readonly KeptEntry[] {
    return allKept(this.#record.fields, this.#parts.now(), [kind]);
  }

  recordUnsavedForm(): void {
    this.#signedOut.set("unsent", "lost");
  }

  get unsavedForm(): PortalSession["unsavedForm"] {
    return this.#signedOut.get("unsent");
  }

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

  async claim(name: string): Promise<boolean> {
    const { stored, ended, key } = this.#record;
    if (!stored || ended) return !ended && claimCallback(this.#parts.backend, this.#signedOut, name);
    return this.#parts.values.claim(key, name, this.#holder, stored.endsAt);
  }

  release(name: string): Promise<void> {
    return this.#parts.values.release(this.#record.key, name, this.#holder);
  }

  addTo(set: string, members: readonly string[]): Promise<void> {
    return this.#parts.values.sessionSet(this.#record.key, set).add(members);
  }

  removeFrom(set: string, members: readonly string[]): Promise<void> {
    return this.#parts.values.sessionSet(this.#record.key, set).remove(members);
  }

  membersOf(set: string): Promise<ReadonlySet<string>> {
    return this.#parts.values.sessionSet(this.#record.key, set).members();
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

  /** Keeps this until the person from the cookie's session signs in again; false if it couldn't be kept. */
  async #keepForLater(kept: readonly KeptEntry[]): Promise<boolean> {
    if (kept.length === 0 || this.#cookieId === undefined) return false;
    return this.#parts.formerSessions.keep(this.#cookieId, kept, this.#request.ip ?? "");
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
