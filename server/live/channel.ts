import type { Logger } from "pino";
import { liveKindOf } from "#shared/live-kinds.ts";
import { eventFrame, readyFrame } from "./frames.ts";
import { HubLink, type HubTiming } from "./hub-link.ts";
import { findToken, type LiveSessions } from "./live-sessions.ts";
import type { LiveStream, StreamOwner } from "./live-stream.ts";

export interface ChannelSettings {
  readonly hubUrl: string;
  readonly sessions: LiveSessions;
  readonly log: Logger;
  readonly hubTiming?: Partial<HubTiming>;
}

/**
 * The hub connection shared by one user's streams in one account, and closed once the last stream has gone. We don't
 * store events: after the hub has reconnected, pages reload what they may have missed.
 */
export class Channel {
  readonly #idleMs: number;
  readonly #onClosed: () => void;
  readonly #streams = new Set<LiveStream>();
  readonly #hub: HubLink;
  #tokenHolder: string | undefined;
  /** Ends the hub connection's wait for a stream. */
  #endWait: (() => void) | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Ticket events are only sent if the owner `seesTickets`. */
  constructor(settings: ChannelSettings, owner: StreamOwner, idleMs: number, onClosed: () => void) {
    this.#idleMs = idleMs;
    this.#onClosed = onClosed;
    this.#hub = new HubLink({
      url: settings.hubUrl,
      clientId: owner.clientId,
      token: async () => {
        // Only a stream's session has a token.
        if (this.#streams.size === 0) await new Promise<void>((resolve) => (this.#endWait = resolve));
        const token = await findToken(settings.sessions, this.#streams);
        this.#tokenHolder = token?.handle;
        return token;
      },
      onEvent: (event) => {
        if (liveKindOf(event.kind).group === "tickets" && !owner.seesTickets) return;
        this.#sendToAll(eventFrame(event));
      },
      onConnected: () => this.#sendToAll(readyFrame),
      log: settings.log,
      timing: settings.hubTiming,
    });
  }

  get connected(): boolean {
    return this.#hub.connected;
  }

  add(stream: LiveStream): void {
    clearTimeout(this.#idleTimer);
    stream.send(readyFrame);
    this.#streams.add(stream);
    this.#endWait?.();
  }

  /** Removes a stream. If its session has ended, the hub connection mustn't continue with that session's token. */
  remove(stream: LiveStream, sessionEnded = false): void {
    if (!this.#streams.delete(stream) || this.#closed) return;
    if (this.#streams.size > 0) {
      if (sessionEnded && stream.owner.handle === this.#tokenHolder) this.#hub.recycle();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), sessionEnded ? 0 : this.#idleMs);
    this.#idleTimer.unref();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#endWait?.();
    this.#onClosed();
    await this.#hub.stop();
  }

  #sendToAll(frame: Buffer): void {
    for (const stream of this.#streams) stream.send(frame);
  }
}
