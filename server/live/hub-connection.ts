import { setTimeout as sleep } from "node:timers/promises";
import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from "@microsoft/signalr";
import type { HubConnection } from "@microsoft/signalr";
import type { Logger } from "pino";
import { liveEventKinds, readHubEvent, type LiveEvent } from "./frames.ts";
import { hubTransport } from "./hub-transport.ts";

export interface HubToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface HubTiming {
  /** First delay before trying again; doubles from there. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** A connection that lived shorter than this counts as a failed attempt, or a flapping hub would be hammered. */
  readonly stableAfterMs: number;
  /** A hub that says nothing for so long is gone; it also has so long for the handshake. */
  readonly silenceMs: number;
  /** How long before its token expires a connection is replaced. */
  readonly recycleLeadMs: number;
  /** The shortest time between two replacements, for tokens that are born old. */
  readonly shortestLifeMs: number;
}

const hubTiming: HubTiming = {
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  stableAfterMs: 10_000,
  silenceMs: 30_000,
  recycleLeadMs: 60_000,
  shortestLifeMs: 5_000,
};

export interface HubLinkSettings {
  readonly url: string;
  /** The account, sent as X-Client-Id. */
  readonly clientId: string;
  /** A token that is still good, a new one when the hub refused the last. Undefined when no session has one. */
  readonly token: (refused: boolean) => Promise<HubToken | undefined>;
  readonly onEvent: (event: LiveEvent) => void;
  /** A connection stands: events come from now on, and those before are lost, since the hub does not replay them. */
  readonly onConnected: () => void;
  readonly log: Logger;
  readonly timing?: Partial<HubTiming>;
}

/**
 * A connection to the notification hub that never gives up, and is made anew before its token expires, since a hub
 * may keep a connection open beyond that and never say so.
 */
export class HubLink {
  readonly #settings: HubLinkSettings;
  readonly #timing: HubTiming;
  readonly #stopped = new AbortController();
  #connection: HubConnection | undefined;
  #connectedAt = Infinity;
  #attempts = 0;
  #refused = false;
  /** We end the connection that stands or is about to. */
  #recycled = false;
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

  /** Ends the connection; the next one has a token of now. */
  recycle(): void {
    this.#recycled = true;
    void this.#connection?.stop();
  }

  /** Never comes back. Resolves when the hub was told. */
  async stop(): Promise<void> {
    const stood = this.connected;
    this.#stopped.abort();
    clearTimeout(this.#recycleTimer);
    const told = this.#connection?.stop();
    if (stood) await told;
  }

  /** The client's own reconnect covers neither the first start nor a hub that closes for good. */
  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const connection = this.#build();
      this.#connection = connection;
      this.#recycled = false;
      const closed = new Promise<unknown>((resolve) => connection.onclose(resolve));
      try {
        await connection.start();
        this.#stands(connection);
        this.#failed(await closed);
      } catch (error) {
        this.#failed(error);
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
        accessTokenFactory: () => this.#token(),
        ...hubTransport(),
      })
      .withAutomaticReconnect({
        nextRetryDelayInMilliseconds: ({ retryReason }) => {
          clearTimeout(this.#recycleTimer);
          this.#failed(retryReason);
          return this.#nextDelay();
        },
      })
      .withServerTimeout(this.#timing.silenceMs)
      // The client's own log lines hold connection tokens.
      .configureLogging(LogLevel.None)
      .build();
    connection.onreconnected(() => this.#stands(connection));
    for (const kind of liveEventKinds) {
      connection.on(kind, (argument: unknown) => {
        const event = readHubEvent(kind, argument);
        if (event !== undefined) onEvent(event);
        else log.warn({ kind }, "The notification hub sent an event that names nothing");
      });
    }
    return connection;
  }

  /** Asked by the client for each connection, for the negotiation and for the socket. */
  async #token(): Promise<string> {
    const token = await this.#settings.token(this.#refused);
    this.#refused = false;
    if (token === undefined) throw new Error("No session has a token");
    this.#tokenExpiresAt = token.expiresAt;
    return token.value;
  }

  #stands(connection: HubConnection): void {
    if (this.#stopped.signal.aborted || connection.state !== HubConnectionState.Connected) return;
    this.#connectedAt = performance.now();
    const { shortestLifeMs, recycleLeadMs } = this.#timing;
    const life = Math.max(shortestLifeMs, this.#tokenExpiresAt - Date.now() - recycleLeadMs);
    const longestTimer = 2 ** 31 - 1;
    this.#recycleTimer = setTimeout(() => this.recycle(), Math.min(life, longestTimer)).unref();
    this.#settings.onConnected();
  }

  #failed(error: unknown): void {
    this.#refused = statusOf(error) === "401";
    if (this.#stopped.signal.aborted || this.#recycled) return;
    const reason = reasonOf(error);
    this.#settings.log.warn({ attempts: this.#attempts, reason }, "The notification hub cannot be reached");
  }

  /** Exponential with a cap; half of it is chance, so that instances do not come back in step. */
  #nextDelay(): number {
    const { firstRetryMs, longestRetryMs, stableAfterMs } = this.#timing;
    if (performance.now() - this.#connectedAt >= stableAfterMs) this.#attempts = 0;
    this.#connectedAt = Infinity;
    const full = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    return full / 2 + (full / 2) * Math.random();
  }
}

/** The status of a refusal; the client puts the hub's whole answer before it. */
function statusOf(error: unknown): string | undefined {
  return /Status code '(\d{3})'/.exec(textOf(error))?.[1];
}

/** An error's text without what may be a secret: a refusal's body, and queries, which carry connection tokens. */
function reasonOf(error: unknown): string {
  const status = statusOf(error);
  return status === undefined
    ? textOf(error).replace(/\?\S*/g, "?…").slice(0, 300)
    : `The hub answered ${status}`;
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error ?? "closed")).slice(0, 10_000);
}
