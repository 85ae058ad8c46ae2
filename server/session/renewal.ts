import { setTimeout as sleep } from "node:timers/promises";
import { renewal as limits } from "#app/limits.ts";
import { AccessLost, type RenewedTokens, type Tokens } from "./portal-session.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { HeldSession, SessionStore } from "./session-store.ts";

/** The signal ends with the time that a renewal has. */
export type RenewTokens = (current: Tokens, signal: AbortSignal) => Promise<RenewedTokens | undefined>;

const CLAIM = "renewal";
/** Time for a renewal (`limits.ms`) plus its store calls; then the claim of an instance that died lapses. */
const CLAIM_MS = limits.ms + 4_000;
const POLL_MS = 50;

/**
 * Renews tokens once for each session however many requests and instances ask: callers of this process share one
 * promise, other instances wait until the one that claimed the renewal has stored its tokens.
 */
export class Renewals {
  readonly #store: SessionStore;
  readonly #backend: SessionBackend;
  readonly #now: () => number;
  readonly #running = new Map<string, Promise<Tokens | undefined>>();

  constructor(store: SessionStore, backend: SessionBackend, now: () => number) {
    this.#store = store;
    this.#backend = backend;
    this.#now = now;
  }

  /**
   * Resolves with the tokens now in force: renewed by this call, or found to be other than `current` already.
   * Undefined where the renewal gave none in its time or the session is gone. Rejects as `renew` does, with {@link AccessLost}
   * once the session has ended, or with {@link SessionStoreUnavailable}.
   */
  run(key: string, current: Tokens, renew: RenewTokens): Promise<Tokens | undefined> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#renewOrWait(key, current, renew, AbortSignal.timeout(limits.ms)).finally(() =>
      this.#running.delete(key),
    );
    this.#running.set(key, started);
    return started;
  }

  async #renewOrWait(
    key: string,
    current: Tokens,
    renew: RenewTokens,
    signal: AbortSignal,
  ): Promise<Tokens | undefined> {
    if (!(await this.#backend.claim(key, CLAIM, this.#now() + CLAIM_MS)))
      return this.#wait(key, current, signal);
    try {
      const held = await this.#store.find(key);
      const tokens = held?.fields.get("tokens");
      if (!held || !tokens || isOther(tokens, current)) return tokens;
      const renewed = await Promise.race([renew(tokens, signal), endOf(signal)]);
      return renewed && (await this.#keep(held, renewed));
    } catch (error) {
      if (error instanceof AccessLost) await this.#store.end(key);
      throw error;
    } finally {
      await this.#backend.release(key, CLAIM).catch(() => undefined);
    }
  }

  async #keep(held: HeldSession, { user, ...tokens }: RenewedTokens): Promise<Tokens | undefined> {
    held.fields.set("tokens", tokens);
    if (user) {
      held.fields.set("user", user);
      for (const name of ["accounts", ...held.fields.named("summary:")] as const)
        held.fields.set(name, undefined);
    }
    return (await this.#store.write(held)) === "saved" ? tokens : undefined;
  }

  async #wait(key: string, current: Tokens, signal: AbortSignal): Promise<Tokens | undefined> {
    while (!signal.aborted) {
      const over = !(await this.#backend.isClaimed(key, CLAIM));
      const tokens = (await this.#store.find(key))?.fields.get("tokens");
      if (!tokens || isOther(tokens, current)) return tokens;
      if (over) return undefined;
      await sleep(POLL_MS);
    }
    return undefined;
  }
}

function endOf(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

function isOther(a: Tokens, b: Tokens): boolean {
  return a.identityToken !== b.identityToken || a.expiresAt !== b.expiresAt;
}
