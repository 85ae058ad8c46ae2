import type { Request } from "express";
import type { Client, ClientSummary } from "#app/portal-api/clients.ts";
import { isForm, isKept, keptDrafts, surplusDrafts } from "./drafts.ts";
import { dropOldEntered, enteredForms, typedIn, unpackDraft } from "./entered.ts";
import type { FormerSessions } from "./former-sessions.ts";
import { Messages } from "./messages.ts";
import { browserOf, type PersonSessions } from "./person-sessions.ts";
import {
  AccessLost,
  personOf,
  type CurrentAccount,
  type Draft,
  type EnteredForms,
  type FlashMessage,
  type LostAccess,
  type PortalSession,
  type SignedInUser,
  type SignInHandshake,
  type SignInKind,
  type Tokens,
} from "./portal-session.ts";
import type { Renewals, RenewTokens } from "./renewal.ts";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SessionFields } from "./session-fields.ts";
import type { SessionSets } from "./session-sets.ts";
import { newSessionId, type HeldSession, type SessionStore } from "./session-store.ts";
import { claimOfVisit, Visit } from "./visit.ts";

export interface RequestSessionParts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly ring: KeyRing;
  readonly renewals: Renewals;
  readonly former: FormerSessions;
  readonly sets: SessionSets;
  readonly persons: Pick<PersonSessions, "note">;
  readonly secure: boolean;
  readonly now: () => number;
  readonly cookie: SessionCookie;
}

/** A longer address is no page of the portal. */
const LONGEST_URL = 2_000;

/** The portal's session in one request. */
export class RequestSession implements PortalSession {
  readonly #request: Request;
  readonly #parts: RequestSessionParts;
  readonly #visit: Visit;
  /** The id in the request's cookie, whether its session lives or not. */
  #cookieId: string | undefined;
  #held: HeldSession;
  hasEnded = false;
  /** Drafts of somebody who is no longer signed in, until `commit`. */
  #leftBehind: Draft[] = [];
  lostAccess: LostAccess | undefined;
  readonly #messages: Messages;

  /** @param held what the store has under the cookie's id, if anything. */
  constructor(
    request: Request,
    cookieId: string | undefined,
    held: HeldSession | undefined,
    parts: RequestSessionParts,
  ) {
    this.#request = request;
    this.#parts = parts;
    this.#cookieId = cookieId;
    this.#visit = new Visit(request, parts);
    this.#messages = new Messages(parts.now);
    this.#held = held ?? parts.store.blank(newSessionId());
    dropOldEntered(this.#held.fields, parts.now());
  }

  /** Of the visit where nobody is signed in. */
  get handle(): string {
    return this.#held.stored ? this.#held.handle : this.#visit.id;
  }

  get user(): SignedInUser | undefined {
    return this.#held.fields.get("user");
  }

  get tokens(): Tokens | undefined {
    return this.#held.fields.get("tokens");
  }

  get accounts(): readonly Client[] {
    return this.#held.fields.get("accounts") ?? [];
  }

  get account(): CurrentAccount | undefined {
    return this.#held.fields.get("account");
  }

  /** Starts moving the idle time-out on; the answer does not wait for it. */
  extendIdle(): void {
    this.#parts.store.extendIdle(this.#held);
  }

  async signIn({ user, tokens }: { user: SignedInUser; tokens: Tokens }): Promise<void> {
    const savedUrl = this.#fields.get("savedUrl");
    const flashes = this.#messages.takeAll(this.#fields).values();
    const drafts = await this.#draftsOf(user);
    await this.#endHeld();
    this.#visit.end();
    const [mark] = this.#parts.ring.marksOf(personOf(user));
    const id = newSessionId(mark);
    this.#held = this.#parts.store.blank(id);
    this.hasEnded = false;
    const { fields } = this.#held;
    fields.set("user", user);
    fields.set("tokens", tokens);
    fields.set("savedUrl", savedUrl);
    fields.set("browser", browserOf(this.#request.get("user-agent")));
    for (const draft of drafts) unpackDraft(fields, draft);
    for (const message of flashes) this.flash(message);
    // Before the session is there: no session lives that 'sign out everywhere' does not know.
    await this.#parts.persons.note(user, this.#held.key);
    await this.commit();
    this.#parts.cookie.give(this.#request, id);
    this.#cookieId = id;
  }

  async end({ keepDrafts = false }: { keepDrafts?: boolean } = {}): Promise<void> {
    const drafts = keepDrafts ? typedIn(this.#held.fields, this.#parts.now()) : [];
    await this.#endHeld();
    this.hasEnded = true;
    // The cookie that stays says whose drafts these are, and those that other tabs send yet.
    if (keepDrafts) await this.#keepForLater(drafts);
    else this.#parts.cookie.forget(this.#request);
  }

  async commit(): Promise<void> {
    const leftBehind = this.#leftBehind.splice(0);
    if ((await this.#keepForLater(leftBehind)) && this.unsent) this.#visit.set("unsent", "kept");
    const { stored, fields, ended } = this.#held;
    // Nobody but who is signed in has a session.
    if (!ended && fields.changed && (stored || this.user)) await this.#parts.store.write(this.#held);
  }

  setAccounts(accounts: readonly Client[]): void {
    this.#held.fields.set("accounts", accounts);
  }

  selectAccount(account: CurrentAccount | undefined): void {
    if (account?.clientId !== this.account?.clientId)
      this.#held.announcements.push({ kind: "account-changed", handle: this.handle });
    this.#held.fields.set("account", account);
  }

  summaryOf(clientId: string): ClientSummary | undefined {
    return this.#held.fields.get(`summary:${clientId}`);
  }

  rememberSummary(clientId: string, summary: ClientSummary): void {
    this.#held.fields.set(`summary:${clientId}`, summary);
  }

  forgetSummary(clientId: string): void {
    this.#held.fields.set(`summary:${clientId}`, undefined);
  }

  saveUrl(path: string): void {
    if (path.length <= LONGEST_URL) this.#fields.set("savedUrl", path);
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
    this.#messages.leave(this.#fields, message);
  }

  takeFlashes(): readonly FlashMessage[] {
    return this.#messages.show(this.#fields);
  }

  keepFlashes(): void {
    this.#messages.giveBack(this.#fields);
  }

  keepDraft({ form, fields: sent }: Omit<Draft, "keptAt">): void {
    const { fields } = this.#held;
    const draft = { form, fields: sent, keptAt: this.#parts.now() };
    if (!this.user || this.#held.ended) return this.#leaveBehind(draft);
    fields.set(`draft:${form}`, draft);
    for (const name of surplusDrafts(fields)) fields.set(name, undefined);
  }

  takeDraft(form: string): Draft | undefined {
    const draft = this.peekDraft(form);
    this.#held.fields.set(`draft:${form}`, undefined);
    return draft;
  }

  peekDraft(form: string): Draft | undefined {
    const draft = this.#held.fields.get(`draft:${form}`);
    return draft && isKept(draft, this.#parts.now()) ? draft : undefined;
  }

  noteUnsent(): void {
    this.#visit.set("unsent", "lost");
  }

  get unsent(): PortalSession["unsent"] {
    return this.#visit.get("unsent");
  }

  get entered(): EnteredForms {
    return enteredForms(this.#held.fields, this.#parts.now());
  }

  async renewTokens(renew: RenewTokens): Promise<Tokens | undefined> {
    const current = this.tokens;
    if (!current) return undefined;
    const held = this.#held;
    try {
      const renewed = await this.#parts.renewals.run(held.key, current, renew);
      const stored = renewed && (await this.#parts.backend.load(held.key));
      if (stored) held.fields.loaded(stored.fields);
      return renewed;
    } catch (error) {
      if (!(error instanceof AccessLost)) throw error;
      held.ended = true;
      this.lostAccess = error.lost;
      return undefined;
    }
  }

  async claim(name: string): Promise<boolean> {
    const { stored, ended, key } = this.#held;
    if (!stored || ended) return !ended && claimOfVisit(this.#parts.backend, this.#visit, name);
    return this.#parts.sets.claim(key, name, stored.endsAt);
  }

  release(name: string): Promise<void> {
    return this.#parts.sets.release(this.#held.key, name);
  }

  addTo(set: string, members: readonly string[]): Promise<void> {
    return this.#parts.sets.add(this.#held.key, set, members);
  }

  removeFrom(set: string, members: readonly string[]): Promise<void> {
    return this.#parts.sets.remove(this.#held.key, set, members);
  }

  membersOf(set: string): Promise<ReadonlySet<string>> {
    return this.#parts.sets.members(this.#held.key, set);
  }

  /** Where what may outlive a request is kept: the session, or the visit where nobody is signed in. */
  get #fields(): Pick<SessionFields, "get" | "set" | "named"> {
    return this.user ? this.#held.fields : this.#visit;
  }

  /** The drafts of this session or of the one that the browser had before, where they are this person's. */
  async #draftsOf(user: SignedInUser): Promise<readonly Draft[]> {
    if (this.user)
      return personOf(this.user) === personOf(user) ? typedIn(this.#held.fields, this.#parts.now()) : [];
    const former = this.#cookieId ? await this.#parts.former.take(this.#cookieId, personOf(user)) : [];
    return [...former, ...keptDrafts(this.#visit, this.#parts.now())];
  }

  /** What no person typed may wait in the browser itself, for whoever signs in there. */
  #leaveBehind(draft: Draft): void {
    if (isForm(draft) || !this.#visit.set(`draft:${draft.form}`, draft)) this.#leftBehind.push(draft);
  }

  /** Keeps drafts for the person whose session the cookie names; false where that can't be. */
  async #keepForLater(drafts: readonly Draft[]): Promise<boolean> {
    if (drafts.length === 0 || this.#cookieId === undefined) return false;
    return this.#parts.former.keep(this.#cookieId, drafts, this.#request.ip ?? "");
  }

  #take<N extends "savedUrl" | `handshake:${string}`>(name: N) {
    const value = this.#fields.get(name);
    this.#fields.set(name, undefined);
    return value;
  }

  async #endHeld(): Promise<void> {
    const held = this.#held;
    if (held.stored && !held.ended) await this.#parts.store.end(held.key);
    held.ended = true;
  }
}
