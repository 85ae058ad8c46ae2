import { timeout } from "remix-utils/promise";
import { FeedUnavailable } from "./feeds.ts";

const FRESH_MS = 10 * 60_000;
const RETRY_MS = 30_000;
/** How long a page waits for a feed that has never answered; the attempt itself goes on. */
const PATIENCE_MS = 2_000;

export interface KeptSettings {
  readonly now: () => Date;
  readonly onFailure: (error: unknown) => void;
  readonly patienceMs?: number;
}

/**
 * Keeps the last answer of a source: fresh for 10 minutes, then served stale while one attempt refreshes it, and
 * kept when that fails. Only the first attempt is waited for. After it failed, callers get its error at once,
 * and another attempt is made every 30 seconds.
 */
export class Kept<Value, Input = void> {
  readonly #load: (input: Input) => Promise<Value>;
  readonly #settings: KeptSettings;
  #kept: { readonly value: Value } | undefined;
  #failure: unknown;
  #nextAttemptAt = 0;
  #attempt: Promise<void> | undefined;

  constructor(load: (input: Input) => Promise<Value>, settings: KeptSettings) {
    this.#load = load;
    this.#settings = settings;
  }

  /** The kept value, or the first. Throws the source's error, or {@link FeedUnavailable} when patience ends. */
  async get(input: Input): Promise<Value> {
    const isDue = this.#settings.now().getTime() >= this.#nextAttemptAt;
    if (isDue) this.#attempt ??= this.#refresh(input);
    if (!this.#kept && this.#failure === undefined && this.#attempt) {
      await timeout(this.#attempt, { ms: this.#settings.patienceMs ?? PATIENCE_MS }).catch(() => {
        this.#failure ??= new FeedUnavailable("no answer in time");
      });
    }
    if (this.#kept) return this.#kept.value;
    throw this.#failure;
  }

  async #refresh(input: Input): Promise<void> {
    try {
      this.#kept = { value: await this.#load(input) };
      this.#failure = undefined;
      this.#nextAttemptAt = this.#settings.now().getTime() + FRESH_MS;
    } catch (error) {
      this.#failure = error;
      this.#nextAttemptAt = this.#settings.now().getTime() + RETRY_MS;
      this.#settings.onFailure(error);
    } finally {
      this.#attempt = undefined;
    }
  }
}
