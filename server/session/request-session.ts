import { createHash, randomUUID } from "node:crypto";
import type { Request } from "express";
import type { Client, ClientSummary } from "#app/portal-api/clients.ts";
import { freshDrafts, isFresh, tooMany } from "./drafts.ts";
import type {
  CurrentAccount,
  Draft,
  FlashMessage,
  PortalSession,
  SignedInUser,
  SignInHandshake,
  SignInKind,
  Tokens,
} from "./portal-session.ts";
import type { Renew, Renewals } from "./renewal.ts";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { HeldSession, SessionStore } from "./session-store.ts";

export interface RequestSessionParts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly ring: KeyRing;
  readonly renewals: Renewals;
  readonly maxMs: number;
  readonly now: () => number;
  /** Tells the browser to forget its cookie. */
  readonly forgetCookie: (request: Request) => void;
}

/** A longer address is no page of the portal. */
const LONGEST_URL = 2_000;

/** The portal's session over the express-session of one request. */
export class RequestSession implements PortalSession {
  readonly #request: Request;
  readonly #parts: RequestSessionParts;
  #held: HeldSession;
  /** Names of the messages that this very request left. */
  readonly #left = new Set<string>();
  readonly #shown = new Map<`flash:${string}`, FlashMessage>();
  #leadsOn = false;

  constructor(request: Request, parts: RequestSessionParts) {
    this.#request = request;
    this.#parts = parts;
    this.#held = request.session.held ??= parts.store.blank(request.sessionID);
  }

  get handle(): string {
    return this.#held.handle;
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
    const savedUrl = this.#held.fields.get("savedUrl");
    const flashes = this.#takeMessages(() => true).values();
    const drafts = freshDrafts(this.#held.fields, this.#parts.now());
    await this.#endHeld();
    this.#startAnew(drafts.filter(({ userId }) => userId === undefined || userId === user.id));
    const { fields } = this.#held;
    fields.set("user", user);
    fields.set("tokens", tokens);
    fields.set("savedUrl", savedUrl);
    for (const message of flashes) this.flash(message);
    await this.commit();
  }

  async end({ keepDrafts = false }: { keepDrafts?: boolean } = {}): Promise<void> {
    const drafts = keepDrafts ? freshDrafts(this.#held.fields, this.#parts.now()) : [];
    await this.#endHeld();
    if (drafts.length > 0) {
      this.#startAnew(drafts);
      return this.commit();
    }
    this.#parts.forgetCookie(this.#request);
    // express-session neither saves nor sets a cookie where there is no session.
    Reflect.deleteProperty(this.#request, "session");
  }

  async commit(): Promise<void> {
    if (!this.#held.fields.changed || this.#held.ended) return;
    await new Promise<void>((resolve, reject) => {
      this.#request.session.save((error: unknown) => (error ? reject(error as Error) : resolve()));
    });
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
    if (path.length <= LONGEST_URL) this.#held.fields.set("savedUrl", path);
  }

  takeSavedUrl(): string | undefined {
    return this.#take("savedUrl");
  }

  beginHandshake(handshake: SignInHandshake): void {
    this.#held.fields.set(`handshake:${handshake.kind}`, handshake);
  }

  takeHandshake(kind: SignInKind): SignInHandshake | undefined {
    return this.#take(`handshake:${kind}`);
  }

  flash(message: FlashMessage): void {
    const order = [this.#parts.now(), this.#left.size].map((part) => String(part).padStart(15, "0"));
    const name = `flash:${order.join("-")}-${randomUUID()}` as const;
    this.#left.add(name);
    this.#held.fields.set(name, message);
  }

  takeFlashes(): readonly FlashMessage[] {
    if (this.#leadsOn) return [];
    const taken = this.#takeMessages((name) => !this.#left.has(name));
    for (const [name, message] of taken) this.#shown.set(name, message);
    return [...taken.values()];
  }

  keepFlashes(): void {
    this.#leadsOn = true;
    for (const [name, message] of this.#shown) this.#held.fields.set(name, message);
  }

  #takeMessages(wanted: (name: string) => boolean): ReadonlyMap<`flash:${string}`, FlashMessage> {
    const { fields } = this.#held;
    const messages = new Map<`flash:${string}`, FlashMessage>();
    for (const name of fields.named("flash:").filter(wanted)) {
      const message = this.#take(name);
      if (message) messages.set(name, message);
    }
    return messages;
  }

  keepDraft(draft: Omit<Draft, "userId" | "keptAt">): void {
    const { fields } = this.#held;
    fields.set(`draft:${draft.form}`, { ...draft, userId: this.user?.id, keptAt: this.#parts.now() });
    for (const name of tooMany(fields)) fields.set(name, undefined);
  }

  takeDraft(form: string): Draft | undefined {
    const draft = this.peekDraft(form);
    this.#take(`draft:${form}`);
    return draft;
  }

  peekDraft(form: string): Draft | undefined {
    const draft = this.#held.fields.get(`draft:${form}`);
    const isOurs = draft?.userId === undefined || draft.userId === this.user?.id;
    return draft && isOurs && isFresh(draft, this.#parts.now()) ? draft : undefined;
  }

  async renewTokens(renew: Renew): Promise<Tokens | undefined> {
    const current = this.tokens;
    if (!current) return undefined;
    await this.#store();
    const renewed = await this.#parts.renewals.run(this.#held.key, current, renew);
    if (renewed) this.#held.fields.refreshed("tokens", renewed);
    return renewed;
  }

  async claim(name: string): Promise<boolean> {
    await this.#store();
    const until = this.#held.stored?.endsAt ?? this.#parts.now() + this.#parts.maxMs;
    return this.#parts.backend.claim(this.#held.key, this.#hash("claim", name), until);
  }

  async release(name: string): Promise<void> {
    await this.#parts.backend.release(this.#held.key, this.#hash("claim", name));
  }

  async addTo(set: string, members: readonly string[]): Promise<void> {
    if (members.length === 0) return;
    await this.#store();
    const sealed = members.map(
      (member) => [this.#hash(set, member), this.#parts.ring.seal(member, this.#setContext(set))] as const,
    );
    await this.#parts.backend.addMembers(this.#held.key, set, new Map(sealed));
  }

  async removeFrom(set: string, members: readonly string[]): Promise<void> {
    const hashes = members.map((member) => this.#hash(set, member));
    await this.#parts.backend.removeMembers(this.#held.key, set, hashes);
  }

  async membersOf(set: string): Promise<ReadonlySet<string>> {
    const sealed = await this.#parts.backend.members(this.#held.key, set);
    const members = sealed.map((value) => this.#parts.ring.open(value, this.#setContext(set)));
    return new Set(members.filter((member) => typeof member === "string"));
  }

  /** A session under a new id that holds the drafts and nothing else. */
  #startAnew(drafts: readonly Draft[]): void {
    this.#parts.store.generate(this.#request);
    this.#held = this.#request.session.held = this.#parts.store.blank(this.#request.sessionID);
    for (const draft of drafts) this.#held.fields.set(`draft:${draft.form}`, draft);
  }

  #take<N extends "savedUrl" | `handshake:${string}` | `flash:${string}` | `draft:${string}`>(name: N) {
    const value = this.#held.fields.get(name);
    this.#held.fields.set(name, undefined);
    return value;
  }

  /** Claims and sets hang on a session that the store knows. */
  async #store(): Promise<void> {
    if (this.#held.stored || this.#held.ended) return;
    this.#held.fields.markChanged();
    await this.#parts.store.write(this.#held);
  }

  async #endHeld(): Promise<void> {
    const held = this.#held;
    if (held.stored && !held.ended) {
      await this.#parts.backend.end(held.key);
      await this.#parts.store.announce([{ kind: "ended", handle: held.handle }]);
    }
    held.ended = true;
  }

  #hash(kind: string, name: string): string {
    return createHash("sha256")
      .update(JSON.stringify([this.#held.key, kind, name]))
      .digest("base64url");
  }

  #setContext(set: string) {
    return { session: this.#held.key, field: `set:${set}`, version: 1 };
  }
}
