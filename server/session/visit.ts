import { randomUUID } from "node:crypto";
import { parse as parseCookies } from "cookie";
import type { Request } from "express";
import type { KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import { setCookie } from "./session-cookie.ts";
import type { FieldTypes } from "./session-fields.ts";
import { storeKey } from "./session-store.ts";

/** As long as a sign-in may take, a password reset included. */
const VISIT_MS = 30 * 60_000;
/** Browsers keep 4,096 bytes with the cookie's name and attributes. */
const LONGEST = 3_900;
const CONTEXT = { session: "visit", field: "visit", version: 1 };

/** The most sign-in callbacks remembered in a window; each takes about 150 bytes of the store. */
const MOST_CALLBACKS = 5_000;
const WINDOW_MS = 15 * 60_000;

interface Sealed {
  readonly id: string;
  readonly until: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The state of somebody who is not signed in: a sealed cookie of half an hour, which costs the store nothing. */
export class Visit {
  readonly #request: Request;
  readonly #ring: KeyRing;
  readonly #secure: boolean;
  readonly #now: () => number;
  readonly #fields: Map<string, unknown>;
  #isKnown: boolean;
  readonly id: string;

  constructor(
    request: Request,
    { ring, secure, now }: { ring: KeyRing; secure: boolean; now: () => number },
  ) {
    this.#request = request;
    this.#ring = ring;
    this.#secure = secure;
    this.#now = now;
    const cookie = parseCookies(request.headers.cookie ?? "")[this.#name];
    const sealed = cookie && (ring.open(cookie, CONTEXT) as Sealed | undefined);
    const held = sealed && sealed.until > now() ? sealed : undefined;
    this.#isKnown = cookie !== undefined;
    this.id = held?.id ?? randomUUID();
    this.#fields = new Map(Object.entries(held?.fields ?? {}));
  }

  get<N extends keyof FieldTypes & string>(name: N): FieldTypes[N] | undefined {
    return this.#fields.get(name) as FieldTypes[N] | undefined;
  }

  /** False where the cookie would be too long: the value is not kept. */
  set<N extends keyof FieldTypes & string>(name: N, value: FieldTypes[N] | undefined): boolean {
    if (value === undefined && !this.#fields.has(name)) return true;
    if (value === undefined) this.#fields.delete(name);
    else this.#fields.set(name, value);
    const isSent = this.send();
    if (!isSent) this.#fields.delete(name);
    return isSent;
  }

  /** Names of the present fields with this prefix, sorted. */
  named<P extends string>(prefix: P): `${P}${string}`[] {
    return [...this.#fields.keys()].filter((name): name is `${P}${string}` => name.startsWith(prefix)).sort();
  }

  /** Puts the cookie on the answer; false where it would be too long. */
  send(): boolean {
    const content: Sealed = {
      id: this.id,
      until: this.#now() + VISIT_MS,
      fields: Object.fromEntries(this.#fields),
    };
    const sealed = this.#ring.seal(content, CONTEXT);
    if (sealed.length > LONGEST) return false;
    this.#isKnown = true;
    this.#setCookie(sealed, VISIT_MS / 1_000);
    return true;
  }

  /** The visit has become a session. */
  end(): void {
    this.#fields.clear();
    if (this.#isKnown) this.#setCookie("", 0);
    this.#isKnown = false;
  }

  get #name(): string {
    return this.#secure ? "__Host-visit" : "visit";
  }

  #setCookie(value: string, maxAge: number): void {
    setCookie(this.#request, this.#name, value, { secure: this.#secure, maxAge });
  }
}

/** True for the first caller. Beyond MOST_CALLBACKS true for all: the identity provider also takes a code only once. */
export async function claimOfVisit(backend: SessionBackend, visit: Visit, name: string): Promise<boolean> {
  visit.send();
  const callbacks = { share: "callbacks", cost: 1, limit: MOST_CALLBACKS };
  if (!(await backend.allot([callbacks], WINDOW_MS))) return true;
  const share = `callback ${storeKey(JSON.stringify([visit.id, name]))}`;
  return backend.allot([{ share, cost: 1, limit: 1 }], VISIT_MS);
}
