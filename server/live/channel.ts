import type { Logger } from "pino";
import { notificationFrame, readyFrame } from "./frames.ts";
import { HubLink, type HubTiming, type HubToken } from "./hub-connection.ts";
import type { LiveStream, StreamOwner } from "./live-stream.ts";

export interface ChannelSettings {
  readonly hubUrl: string;
  /** Who may not see tickets is not told of them. */
  readonly owner: Pick<StreamOwner, "clientId" | "seesTickets">;
  /** A token of one of the streams' sessions. */
  readonly token: (streams: Iterable<LiveStream>, refused: boolean) => Promise<SpokenFor | undefined>;
  /** The channel has closed by itself and is not to be used again. */
  readonly onClosed: () => void;
  readonly idleMs: number;
  readonly log: Logger;
  readonly hubTiming?: Partial<HubTiming>;
}

export interface SpokenFor extends HubToken {
  /** The handle of the session whose token it is. */
  readonly handle: string;
}

/**
 * What the streams of one user and account share: the hub connection, counted by its streams. It remembers no
 * event: whenever the hub connection stands anew, the pages load what they may have missed.
 */
export class Channel {
  readonly #settings: ChannelSettings;
  readonly #streams = new Set<LiveStream>();
  readonly #hub: HubLink;
  #speaker: string | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: ChannelSettings) {
    this.#settings = settings;
    this.#hub = new HubLink({
      url: settings.hubUrl,
      clientId: settings.owner.clientId,
      token: async (refused) => {
        const token = await settings.token(this.#streams, refused);
        this.#speaker = token?.handle;
        return token;
      },
      onEvent: (event) => {
        if (event.kind === "TicketUpdated" && !settings.owner.seesTickets) return;
        this.#tell(notificationFrame(event));
      },
      onConnected: () => this.#tell(readyFrame),
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
  }

  /** When its session has ended, the hub connection must not go on with that session's token. */
  remove(stream: LiveStream, sessionEnded = false): void {
    if (!this.#streams.delete(stream) || this.#closed) return;
    if (this.#streams.size > 0) {
      if (sessionEnded && stream.owner.handle === this.#speaker) this.#hub.recycle();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), sessionEnded ? 0 : this.#settings.idleMs);
    this.#idleTimer.unref();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#settings.onClosed();
    await this.#hub.stop();
  }

  #tell(frame: Buffer): void {
    for (const stream of this.#streams) stream.send(frame);
  }
}
