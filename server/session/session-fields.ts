import type { Client } from "#shared/portal-api/clients.ts";
import type { KeptField } from "./former-kept.ts";
import type {
  CurrentAccount,
  FlashMessage,
  RememberedSummary,
  SignedInUser,
  SignInHandshake,
  Tokens,
  UnsavedForm,
} from "./portal-session.ts";
import type { KeyRing } from "./seal.ts";

/** Fields with a `:` exist once per account, message and so on, so that parallel requests don't overwrite each other's. */
export interface FieldTypes {
  user: SignedInUser;
  tokens: Tokens;
  accounts: readonly Client[];
  account: CurrentAccount;
  savedUrl: string;
  /** Whether a form that was sent without being signed in was kept. */
  unsent: UnsavedForm;
  browser: string;
  startedAt: number;
  [handshake: `handshake:${string}`]: SignInHandshake;
  [summary: `summary:${string}`]: RememberedSummary;
  [flash: `flash:${string}`]: FlashMessage;
  [draft: `draft:${string}`]: KeptField;
  [entered: `entered:${string}`]: KeptField;
}

export type FieldName = keyof FieldTypes & string;

/** Default 1. Increase it when a field's type changes, so that old and new builds ignore each other's value. */
const VERSIONS: Readonly<Record<string, number>> = { summary: 2 };

/** `text` is JSON; undefined removes the field. */
interface Change {
  readonly text: string | undefined;
}

/** A session's fields in one request. They're opened when first read, and only those that the request changes are written. */
export class SessionFields {
  readonly key: string;
  readonly #ring: KeyRing;
  readonly #onUnreadable: (field: string) => void;
  #sealed: ReadonlyMap<string, string> = new Map();
  readonly #values = new Map<string, unknown>();
  readonly #changes = new Map<string, Change>();

  /** @param key the session's key in the store, which the sealed values are bound to. */
  constructor(key: string, ring: KeyRing, onUnreadable: (field: string) => void) {
    this.key = key;
    this.#ring = ring;
    this.#onUnreadable = onUnreadable;
  }

  /** Replaces the values with the store's, but keeps this request's changes. */
  load(sealed: ReadonlyMap<string, string>): this {
    this.#sealed = sealed;
    for (const name of this.#values.keys()) if (!this.#changes.has(name)) this.#values.delete(name);
    return this;
  }

  get<N extends FieldName>(name: N): FieldTypes[N] | undefined {
    if (!this.#values.has(name)) this.#values.set(name, this.#open(name));
    return this.#values.get(name) as FieldTypes[N] | undefined;
  }

  /** Setting an equal value isn't a change. */
  set<N extends FieldName>(name: N, value: FieldTypes[N] | undefined): void {
    const text = value === undefined ? undefined : JSON.stringify(value);
    const current = this.get(name);
    if (text === (current === undefined ? undefined : JSON.stringify(current)) && !this.#isUnreadable(name))
      return;
    this.#values.set(name, value);
    this.#changes.set(name, { text });
  }

  /** Names of existing fields with this prefix, sorted. */
  namesWithPrefix<P extends "summary:" | "flash:" | "draft:" | "entered:">(prefix: P): `${P}${string}`[] {
    const names = new Set([...this.#sealed.keys(), ...this.#values.keys()]);
    const starting = [...names].filter((name): name is `${P}${string}` => name.startsWith(prefix));
    return starting.filter((name) => this.get(name) !== undefined).sort();
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  /** The changes to write. Call `written` after writing them. */
  pending() {
    const changes = [...this.#changes];
    const sealed = changes.map(([name, { text }]) => {
      const value = text === undefined ? undefined : this.#ring.seal(JSON.parse(text), this.#context(name));
      return [name, value] as const;
    });
    const written = () => {
      // A field that has changed again since must still be written.
      for (const [name, change] of changes)
        if (this.#changes.get(name) === change) this.#changes.delete(name);
    };
    return { set: new Map(sealed), written };
  }

  #isUnreadable(name: string): boolean {
    return this.#sealed.has(name) && !this.#changes.has(name) && this.#values.get(name) === undefined;
  }

  #open(name: string): unknown {
    const sealed = this.#sealed.get(name);
    if (sealed === undefined) return undefined;
    const value = this.#ring.open(sealed, this.#context(name));
    if (value === undefined) this.#onUnreadable(name);
    return value;
  }

  #context(field: string) {
    const version = VERSIONS[field.split(":", 1)[0] ?? field] ?? 1;
    return { session: this.key, field, version };
  }
}
