import { randomUUID } from "node:crypto";
import { parse as parseCookies } from "cookie";
import type { Request } from "express";
import type { KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend } from "./session-backend.ts";
import { setCookie } from "./session-cookie.ts";
import type { FieldTypes } from "./session-fields.ts";

/** Enough for a sign-in with a password reset. */
const LIFETIME_MS = 30 * 60_000;
/** Browsers accept 4,096 bytes, including the cookie's name and attributes. */
const MAX_COOKIE_LENGTH = 3_900;
/** What's left out first if the cookie would be too long. Nobody could sign in without the rest. */
const DISPENSABLE = ["savedUrl", "unsent", "draft:"];
/** Binds the sealed value to this cookie, so that a session's value can't be passed off as one. */
const SEAL_CONTEXT = { session: "visit", field: "visit", version: 1 };

/** How many sign-in callbacks can be claimed per window; each claim takes about 150 bytes in the store. */
const MAX_CALLBACKS = 5_000;
const CALLBACK_WINDOW_MS = 15 * 60_000;

interface CookieContent {
  readonly id: string;
  readonly until: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The state of a browser that isn't signed in, in a sealed cookie for half an hour. It doesn't need space in the store. */
export class SignedOutState {
  readonly #request: Request;
  readonly #ring: KeyRing;
  readonly #secure: boolean;
  readonly #now: () => number;
  readonly #fields: Map<string, unknown>;
  #hasCookie: boolean;
  readonly id: string;

  constructor(
    request: Request,
    { ring, secure, now }: { ring: KeyRing; secure: boolean; now: () => number },
  ) {
    this.#request = request;
    this.#ring = ring;
    this.#secure = secure;
    this.#now = now;
    const cookie = parseCookies(request.headers.cookie ?? "")[this.#cookieName];
    const content = cookie && (ring.open(cookie, SEAL_CONTEXT) as CookieContent | undefined);
    const current = content && content.until > now() ? content : undefined;
    this.#hasCookie = cookie !== undefined;
    this.id = current?.id ?? randomUUID();
    this.#fields = new Map(Object.entries(current?.fields ?? {}));
  }

  get<N extends keyof FieldTypes & string>(name: N): FieldTypes[N] | undefined {
    return this.#fields.get(name) as FieldTypes[N] | undefined;
  }

  /**
   * Leaves out less important fields if the cookie would be too long. False if it still would be: then this request
   * doesn't have the field, and the browser keeps its last cookie.
   */
  set<N extends keyof FieldTypes & string>(name: N, value: FieldTypes[N] | undefined): boolean {
    if (value === undefined && !this.#fields.has(name)) return true;
    if (value === undefined) this.#fields.delete(name);
    else this.#fields.set(name, value);
    if (this.send()) return true;
    for (const prefix of DISPENSABLE) {
      if (name.startsWith(prefix)) break;
      for (const other of this.namesWithPrefix(prefix)) {
        this.#fields.delete(other);
        if (this.send()) return true;
      }
    }
    this.#fields.delete(name);
    return false;
  }

  /** Names of existing fields with this prefix, sorted. */
  namesWithPrefix<P extends string>(prefix: P): `${P}${string}`[] {
    return [...this.#fields.keys()].filter((name): name is `${P}${string}` => name.startsWith(prefix)).sort();
  }

  /** Sets the cookie on the response; false if it would be too long. */
  send(): boolean {
    const content: CookieContent = {
      id: this.id,
      until: this.#now() + LIFETIME_MS,
      fields: Object.fromEntries(this.#fields),
    };
    const sealed = this.#ring.seal(content, SEAL_CONTEXT);
    if (sealed.length > MAX_COOKIE_LENGTH) return false;
    this.#hasCookie = true;
    this.#setCookie(sealed, LIFETIME_MS / 1_000);
    return true;
  }

  end(): void {
    this.#fields.clear();
    if (this.#hasCookie) this.#setCookie("", 0);
    this.#hasCookie = false;
  }

  get #cookieName(): string {
    return this.#secure ? "__Host-visit" : "visit";
  }

  #setCookie(value: string, maxAge: number): void {
    setCookie(this.#request, this.#cookieName, value, { secure: this.#secure, maxAge });
  }
}

/** True for the first request with this sign-in callback, and for all beyond MAX_CALLBACKS, because the provider only accepts a code once anyway. */
export async function claimCallback(
  backend: SessionBackend,
  state: SignedOutState,
  name: string,
): Promise<boolean> {
  // The claim is stored under this state's id, which a browser without the cookie would get anew with every request.
  state.send();
  const callbacks = { quota: "callbacks", cost: 1, limit: MAX_CALLBACKS };
  if (!(await backend.takeQuota([callbacks], CALLBACK_WINDOW_MS))) return true;
  const quota = `callback ${storeKey(JSON.stringify([state.id, name]))}`;
  return backend.takeQuota([{ quota, cost: 1, limit: 1 }], LIFETIME_MS);
}
