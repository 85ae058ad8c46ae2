import { setTimeout as sleep } from "node:timers/promises";
import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from "@microsoft/signalr";
import type { HubConnection } from "@microsoft/signalr";
import type { Logger } from "pino";
import { liveKindOf, liveKinds, type LiveEvent } from "#shared/live-kinds.ts";
import { readHubEvent } from "./frames.ts";
import { hubTransport } from "./hub-transport.ts";

interface HubToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const hubTiming = {
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  /** The longest delay while the hub refuses the token, which only time or a new token can fix. */
  longestRefusedRetryMs: 300_000,
  /** A shorter connection counts as a failed attempt, so that delays also grow if the hub keeps disconnecting. */
  stableAfterMs: 10_000,
  /** A hub that sends nothing for this long counts as disconnected. It's also the handshake's time limit. */
  silenceMs: 30_000,
  /** How long before its token expires we replace a connection. */
  recycleLeadMs: 60_000,
  /** The shortest life of a connection, for tokens that have almost expired when they're issued. */
  shortestLifeMs: 5_000,
};
export type HubTiming = Readonly<typeof hubTiming>;

export interface HubLinkSettings {
  readonly url: string;
  /** The account, sent as X-Client-Id. */
  readonly clientId: string;
  /** A valid token; undefined if no session has one. */
  readonly token: () => Promise<HubToken | undefined>;
  readonly onEvent: (event: LiveEvent) => void;
  /** Connected, so events arrive from now on. Earlier ones are lost, because the hub doesn't replay them. */
  readonly onConnected: () => void;
  readonly log: Logger;
  readonly timing?: Partial<HubTiming>;
}

/**
 * A connection to the notification hub that always reconnects. We replace it before its token expires, because a hub
 * may keep a connection open after that without sending events.
 */
export class HubLink {
  readonly #settings: HubLinkSettings;
  readonly #timing: HubTiming;
  readonly #stopped = new AbortController();
  #connection: HubConnection | undefined;
  #connectedAt = Infinity;
  #attempts = 0;
  #isRefused = false;
  /** We're ending the current connection ourselves, so it isn't a failure. */
  #isRecycling = false;
  #tokenExpiresAt = 0;
  #recycleTimer: NodeJS.Timeout | undefined;

  constructor(settings: HubLinkSettings) {
    this.#settings = settings;
    this.#timing = { ...hubTiming, ...settings.timing };
    void this.#run();
  }

  get connected(): boolean {
    return this.#connection?.state === HubConnectionState.Connected;
  }

  /** Reconnects with a current token. */
  recycle(): void {
    this.#isRecycling = true;
    void this.#connection?.stop();
  }

  async stop(): Promise<void> {
    const wasConnected = this.connected;
    this.#stopped.abort();
    clearTimeout(this.#recycleTimer);
    const stopped = this.#connection?.stop();
    if (wasConnected) await stopped;
  }

  /** Connects again and again, because the client's own reconnect doesn't cover the first start or the hub closing the connection. */
  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const connection = this.#build();
      this.#connection = connection;
      this.#isRecycling = false;
      const closed = new Promise<unknown>((resolve) => connection.onclose(resolve));
      try {
        await connection.start();
        this.#onConnected(connection);
        this.#onFailure(await closed);
      } catch (error) {
        this.#onFailure(error);
      }
      clearTimeout(this.#recycleTimer);
      await sleep(this.#nextDelay(), undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  #build(): HubConnection {
    const { url, clientId, onEvent, log } = this.#settings;
    const connection = new HubConnectionBuilder()
      .withUrl(url, {
        transport: HttpTransportType.WebSockets,
        headers: { "X-Client-Id": clientId },
        accessTokenFactory: () => this.#loadToken(),
        ...hubTransport(),
      })
      .withAutomaticReconnect({
        nextRetryDelayInMilliseconds: ({ retryReason }) => {
          clearTimeout(this.#recycleTimer);
          this.#onFailure(retryReason);
          return this.#nextDelay();
        },
      })
      .withServerTimeout(this.#timing.silenceMs)
      // The client's own log lines contain connection tokens.
      .configureLogging(LogLevel.None)
      .build();
    let hasWarned = false;
    connection.onreconnected(() => this.#onConnected(connection));
    for (const kind of liveKinds.keys()) {
      connection.on(kind, (argument: unknown) => {
        const event = readHubEvent(kind, argument);
        if (event !== undefined) return onEvent(event);
        if (!hasWarned)
          log.warn(
            { kind, expected: liveKindOf(kind).idField },
            "The notification hub sent an event without an id",
          );
        hasWarned = true;
      });
    }
    return connection;
  }

  async #loadToken(): Promise<string> {
    const token = await this.#settings.token();
    if (token === undefined) throw new Error("No session has a token");
    this.#tokenExpiresAt = token.expiresAt;
    return token.value;
  }

  #onConnected(connection: HubConnection): void {
    if (this.#stopped.signal.aborted || connection.state !== HubConnectionState.Connected) return;
    this.#connectedAt = performance.now();
    const { shortestLifeMs, recycleLeadMs } = this.#timing;
    const lifeMs = Math.max(shortestLifeMs, this.#tokenExpiresAt - Date.now() - recycleLeadMs);
    const maxTimerMs = 2 ** 31 - 1;
    this.#recycleTimer = setTimeout(() => this.recycle(), Math.min(lifeMs, maxTimerMs)).unref();
    this.#settings.onConnected();
  }

  #onFailure(error: unknown): void {
    this.#isRefused = statusOf(error) === "401";
    if (this.#stopped.signal.aborted || this.#isRecycling) return;
    const reason = reasonOf(error);
    this.#settings.log.warn({ attempts: this.#attempts, reason }, "The notification hub can't be reached");
  }

  /** Counts an attempt; returns the wait before it, exponential up to a maximum. Half of it's random, so that instances don't all reconnect at once. */
  #nextDelay(): number {
    const { firstRetryMs, longestRetryMs, longestRefusedRetryMs, stableAfterMs } = this.#timing;
    if (performance.now() - this.#connectedAt >= stableAfterMs) this.#attempts = 0;
    this.#connectedAt = Infinity;
    const longestMs = this.#isRefused ? longestRefusedRetryMs : longestRetryMs;
    const delayMs = Math.min(longestMs, firstRetryMs * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    return delayMs / 2 + (delayMs / 2) * Math.random();
  }
}

/** The HTTP status in an error's message, to which the client appends the hub's whole answer. */
function statusOf(error: unknown): string | undefined {
  return /Status code '(\d{3})'/.exec(textOf(error))?.[1];
}

/** An error's text without bodies, and without queries, which contain connection tokens. */
function reasonOf(error: unknown): string {
  const status = statusOf(error);
  return status === undefined
    ? textOf(error).replace(/\?\S*/g, "?…").slice(0, 300)
    : `The hub returned ${status}`;
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error ?? "closed")).slice(0, 10_000);
}
