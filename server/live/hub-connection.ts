import {
  HttpTransportType,
  HubConnectionBuilder,
  HubConnectionState,
  LogLevel,
  type HubConnection,
} from "@microsoft/signalr";
import type { Logger } from "pino";
import { timeout } from "remix-utils/promise";
import { liveEventKinds, readHubEvent, type LiveEvent } from "./frames.ts";

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
  readonly startTimeoutMs: number;
  /** How long before its token expires a connection is replaced. */
  readonly recycleLeadMs: number;
  /** The shortest time between two replacements, for tokens that are born old. */
  readonly shortestLifeMs: number;
}

export const hubTiming: HubTiming = {
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  stableAfterMs: 10_000,
  startTimeoutMs: 30_000,
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
  /** The hub was away, so that events may have been missed: it does not replay them. */
  readonly onGap: () => void;
  /** A connection stands: from now on events come. */
  readonly onConnected: () => void;
  readonly log: Logger;
  readonly timing?: Partial<HubTiming>;
}

/** Exponential with a cap; half of it is chance, so that instances do not come back in step. */
export function retryDelay(attempts: number, timing: HubTiming, random = Math.random): number {
  const full = Math.min(timing.longestRetryMs, timing.firstRetryMs * 2 ** Math.min(attempts, 20));
  return full / 2 + (full / 2) * random();
}

/**
 * A connection to the notification hub that never gives up, from the first start on, and is replaced before its
 * token expires, since a hub may keep a connection open beyond that and never say so. The client's own
 * reconnect is not used: it gives up, does not cover the first start and keeps the token it began with.
 */
export class HubLink {
  readonly #settings: HubLinkSettings;
  readonly #timing: HubTiming;
  #current: HubConnection | undefined;
  #connectedAt = 0;
  #attempts = 0;
  #refused = false;
  #everConnected = false;
  #opening = false;
  /** The connection that is being opened may have the old token and is to be replaced at once. */
  #outdated = false;
  #stopped = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #recycleTimer: NodeJS.Timeout | undefined;

  constructor(settings: HubLinkSettings) {
    this.#settings = settings;
    this.#timing = { ...hubTiming, ...settings.timing };
    this.#openIn(0);
  }

  get connected(): boolean {
    return this.#current !== undefined;
  }

  /** Replaces the connection by one with a token of now; the old one serves until the new one stands. */
  recycle(): void {
    clearTimeout(this.#recycleTimer);
    this.#recycleTimer = undefined;
    this.#outdated = this.#opening;
    this.#openIn(0);
  }

  /** Never comes back. Resolves when the hub was told. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#recycleTimer);
    const connection = this.#current;
    this.#current = undefined;
    await connection?.stop().catch(() => undefined);
  }

  #openIn(ms: number): void {
    if (this.#stopped || this.#opening) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#open(), ms);
    this.#retryTimer.unref();
  }

  async #open(): Promise<void> {
    this.#opening = true;
    try {
      const token = await this.#settings.token(this.#refused);
      if (this.#stopped) return;
      // The last session has just ended, and the channel closes soon.
      if (token === undefined) return void (this.#attempts += 1);
      const connection = this.#build(token);
      await startWithin(connection, this.#timing.startTimeoutMs);
      this.#adopt(connection, token);
    } catch (error) {
      this.#refused = statusText.exec(String(error))?.[1] === "401";
      this.#attempts += 1;
      this.#settings.log.warn(
        { attempts: this.#attempts, reason: reasonOf(error) },
        "The notification hub cannot be reached",
      );
    } finally {
      this.#opening = false;
    }
    if (this.#current === undefined) {
      this.#openIn(retryDelay(this.#attempts, this.#timing));
    } else if (this.#recycleTimer === undefined) {
      this.#recycleIn(retryDelay(this.#attempts, this.#timing));
    }
  }

  #build(token: HubToken): HubConnection {
    const connection = new HubConnectionBuilder()
      .withUrl(this.#settings.url, {
        transport: HttpTransportType.WebSockets,
        headers: { "X-Client-Id": this.#settings.clientId },
        accessTokenFactory: () => token.value,
      })
      // The client's own log lines hold connection tokens.
      .configureLogging(LogLevel.None)
      .build();
    for (const kind of liveEventKinds) {
      connection.on(kind, (argument: unknown) => {
        if (this.#stopped || (this.#current !== undefined && this.#current !== connection)) return;
        const event = readHubEvent(kind, argument);
        if (event !== undefined) this.#settings.onEvent(event);
        else this.#settings.log.warn({ kind }, "The notification hub sent an event that names nothing");
      });
    }
    connection.onclose((error) => this.#closed(connection, error));
    return connection;
  }

  #adopt(connection: HubConnection, token: HubToken): void {
    if (this.#stopped) {
      void connection.stop();
      return;
    }
    if (connection.state !== HubConnectionState.Connected) throw new Error("The hub closed at once");
    const previous = this.#current;
    const missed = this.#everConnected || this.#attempts > 0;
    this.#current = connection;
    this.#connectedAt = Date.now();
    this.#everConnected = true;
    this.#refused = false;
    void previous?.stop();
    const life = token.expiresAt - Date.now() - this.#timing.recycleLeadMs;
    this.#recycleIn(this.#outdated ? 0 : Math.max(this.#timing.shortestLifeMs, life));
    this.#outdated = false;
    if (missed) this.#settings.onGap();
    this.#settings.onConnected();
  }

  #recycleIn(ms: number): void {
    clearTimeout(this.#recycleTimer);
    const longestTimer = 2 ** 31 - 1;
    this.#recycleTimer = setTimeout(
      () => {
        this.#recycleTimer = undefined;
        this.recycle();
      },
      Math.min(ms, longestTimer),
    );
    this.#recycleTimer.unref();
  }

  #closed(connection: HubConnection, error: Error | undefined): void {
    if (connection !== this.#current) return;
    this.#current = undefined;
    clearTimeout(this.#recycleTimer);
    this.#recycleTimer = undefined;
    if (this.#stopped) return;
    this.#attempts = Date.now() - this.#connectedAt < this.#timing.stableAfterMs ? this.#attempts + 1 : 0;
    this.#settings.log.warn({ reason: reasonOf(error) }, "The notification hub closed the connection");
    this.#openIn(retryDelay(this.#attempts, this.#timing));
  }
}

/** The client has no time-out of its own for the upgrade. */
async function startWithin(connection: HubConnection, ms: number): Promise<void> {
  try {
    await timeout(connection.start(), { ms });
  } catch (error) {
    void connection.stop().catch(() => undefined);
    throw error;
  }
}

/** The client puts the hub's whole answer before this. */
const statusText = /Status code '(\d{3})'/;

/** An error's text without what may be a secret: a refusal's body, and queries, which carry connection tokens. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error ?? "closed");
  const status = statusText.exec(text)?.[1];
  return status === undefined ? text.replace(/\?\S*/g, "?…").slice(0, 300) : `The hub answered ${status}`;
}
