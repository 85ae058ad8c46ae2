import { within } from "#shared/time/within.ts";
import { FeedUnavailable } from "./feeds.ts";

const FRESH_MS = 10 * 60_000;
const RETRY_MS = 30_000;
/** How long a caller waits for the first value. The attempt continues. */
const FIRST_LOAD_TIMEOUT_MS = 2_000;

export interface CacheSettings {
  readonly onFailure: (error: unknown) => void;
  readonly firstLoadTimeoutMs?: number;
  /** Default: 10 minutes. */
  readonly freshMs?: number;
}

/** Caches a source's value, and serves it stale while refreshing it. Callers only wait for the first attempt; a failed one is repeated after 30 s. */
export class RefreshingCache<Value, Input = void> {
  readonly #load: (input: Input) => Promise<Value>;
  readonly #settings: CacheSettings;
  #cached: { readonly value: Value } | undefined;
  #failure: unknown;
  #nextAttemptAt = 0;
  #attempt: Promise<void> | undefined;

  constructor(load: (input: Input) => Promise<Value>, settings: CacheSettings) {
    this.#load = load;
    this.#settings = settings;
  }

  /** Throws the source's error, or {@link FeedUnavailable} if the first value takes too long. */
  async get(input: Input): Promise<Value> {
    const isDue = performance.now() >= this.#nextAttemptAt;
    if (isDue) this.#attempt ??= this.#refresh(input);
    if (!this.#cached && this.#failure === undefined && this.#attempt) {
      const attempt = this.#attempt;
      const ms = this.#settings.firstLoadTimeoutMs ?? FIRST_LOAD_TIMEOUT_MS;
      await within({ ms }, () => attempt).catch(() => {
        this.#failure ??= new FeedUnavailable("no response in time");
      });
    }
    if (this.#cached) return this.#cached.value;
    throw this.#failure;
  }

  async #refresh(input: Input): Promise<void> {
    try {
      this.#cached = { value: await this.#load(input) };
      this.#failure = undefined;
      this.#nextAttemptAt = performance.now() + (this.#settings.freshMs ?? FRESH_MS);
    } catch (error) {
      this.#failure = error;
      this.#nextAttemptAt = performance.now() + RETRY_MS;
      this.#settings.onFailure(error);
    } finally {
      this.#attempt = undefined;
    }
  }
}
