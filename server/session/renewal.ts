import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { identityAnswer, renewal as renewalLimits } from "#shared/limits.ts";
import { valueWithin } from "#shared/time/within.ts";
import {
  AccessLost,
  type RenewalOutcome,
  type RenewedTokens,
  type RenewTokens,
  type Tokens,
} from "./portal-session.ts";
import type { SealedValues } from "./records.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { SessionRecord, SessionStore } from "./session-store.ts";

/** The session's field for a renewal that's running or, for a moment, one that was refused, so that waiting instances find out. */
const FIELD = "renewal";
type State = { readonly until: number } & ({ readonly holder: string } | { readonly isRefused: true });
/** Covers the exchange, two tries to verify the new token, and the store calls. After that, a crashed instance's claim expires. */
const CLAIM_MS = renewalLimits.ms + 2 * identityAnswer.ms + 4_000;
const POLL_MS = 50;

/** Registers work that shutting down waits for (server/pending-work.ts). */
export type AddWork = (name: string, work: Promise<unknown>) => unknown;

/** Renews a session's tokens once, however many callers ask: those in this process share a promise, other instances wait for the stored tokens. */
export class Renewals {
  readonly #store: SessionStore;
  readonly #values: SealedValues;
  readonly #former: SessionBackend["former"];
  readonly #now: () => number;
  readonly #addWork: AddWork | undefined;
  readonly #running = new Map<string, Promise<RenewalOutcome>>();

  constructor(
    { store, values, backend }: { store: SessionStore; values: SealedValues; backend: SessionBackend },
    now: () => number,
    addWork?: AddWork,
  ) {
    this.#store = store;
    this.#values = values;
    this.#former = backend.former;
    this.#now = now;
    this.#addWork = addWork;
  }

  /** The renewed tokens, or the stored ones if they differ from `current`, or why there are none. Rejects as `renew` does. */
  run(key: string, current: Tokens, renew: RenewTokens): Promise<RenewalOutcome> {
    let running = this.#running.get(key);
    if (!running) {
      running = this.#renewOrWait(key, current, renew).finally(() => this.#running.delete(key));
      this.#running.set(key, running);
      this.#addWork?.("renewal", running);
    }
    // It continues after its callers give up, because its answer replaces the refresh token that it uses up.
    return valueWithin(renewalLimits.waitMs, running);
  }

  async #renewOrWait(key: string, current: Tokens, renew: RenewTokens): Promise<RenewalOutcome> {
    const holder = randomUUID();
    const isOurs = (state: State | undefined) =>
      state !== undefined && "holder" in state && state.holder === holder;
    const begin = (state: State | undefined) =>
      this.#isRunning(state) ? undefined : { holder, until: this.#now() + CLAIM_MS };
    if (!(await this.#former.claim(key, FIELD, holder, this.#now() + CLAIM_MS)))
      return this.#waitForOther(key, current);
    let end: State | null = null;
    try {
      const state = await this.#values.change<State>(key, FIELD, begin);
      if (!isOurs(state)) {
        await this.#former.release(key, FIELD, holder);
        return await this.#waitForOther(key, current);
      }
      const record = await this.#store.find(key);
      const tokens = record?.fields.get("tokens");
      if (!record || !tokens) return "ended";
      if (differ(tokens, current)) return tokens;
      const renewed = await renew(tokens, AbortSignal.timeout(renewalLimits.ms));
      if (renewed === "refused") end = { isRefused: true, until: this.#now() + renewalLimits.pauseMs };
      return typeof renewed === "object" ? await this.#save(record, renewed) : renewed;
    } catch (error) {
      if (error instanceof AccessLost) await this.#store.end(key);
      throw error;
    } finally {
      const release = (state: State | undefined) => (isOurs(state) ? end : undefined);
      await this.#values.change<State>(key, FIELD, release).catch(() => undefined);
      await this.#former.release(key, FIELD, holder).catch(() => undefined);
    }
  }

  async #save(record: SessionRecord, { user, ...tokens }: RenewedTokens): Promise<RenewalOutcome> {
    record.fields.set("tokens", tokens);
    if (user) {
      record.fields.set("user", user);
      // The new token may have other accounts, so they're loaded again.
      for (const name of ["accounts", ...record.fields.namesWithPrefix("summary:")] as const)
        record.fields.set(name, undefined);
    }
    return (await this.#store.write(record)) === "saved" ? tokens : "ended";
  }

  async #waitForOther(key: string, current: Tokens): Promise<RenewalOutcome> {
    const until = performance.now() + renewalLimits.waitMs;
    while (performance.now() < until) {
      // Checked before reading the tokens; otherwise we'd miss a renewal that ends in between.
      const state = await this.#values.find<State>(key, FIELD);
      const isOver = !this.#isRunning(state) && !(await this.#former.isClaimed(key, FIELD));
      const tokens = (await this.#store.find(key))?.fields.get("tokens");
      if (!tokens) return "ended";
      if (differ(tokens, current)) return tokens;
      if (isOver) return state && "isRefused" in state && state.until > this.#now() ? "refused" : undefined;
      await sleep(POLL_MS);
    }
    return undefined;
  }

  #isRunning(state: State | undefined): boolean {
    return state !== undefined && "holder" in state && state.until > this.#now();
  }
}

function differ(a: Tokens, b: Tokens): boolean {
  return a.identityToken !== b.identityToken || a.expiresAt !== b.expiresAt;
}
