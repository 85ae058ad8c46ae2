import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { notificationFrame, readyFrame, resyncFrame } from "./frames.ts";
import { HubLink, type HubTiming, type HubToken } from "./hub-connection.ts";
import type { LiveStream } from "./live-stream.ts";

/** How many events can be told again to a browser that was away for a moment. */
const replayed = 32;

export interface ChannelSettings {
  readonly hubUrl: string;
  readonly clientId: string;
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

interface Told {
  readonly number: number;
  readonly frame: Buffer;
}

/**
 * What the streams of one user and account share: the hub connection, counted by its streams, and the last
 * events. An event's id is `<channel>-<number>`; an id of another channel (another instance, or before a
 * restart) is answered with a resync.
 */
export class Channel {
  readonly #settings: ChannelSettings;
  readonly #name = randomBytes(6).toString("hex");
  readonly #streams = new Set<LiveStream>();
  readonly #recent: Told[] = [];
  readonly #hub: HubLink;
  #number = 0;
  #speaker: string | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: ChannelSettings) {
    this.#settings = settings;
    this.#hub = new HubLink({
      url: settings.hubUrl,
      clientId: settings.clientId,
      token: async (refused) => {
        const token = await settings.token(this.#streams, refused);
        this.#speaker = token?.handle;
        return token;
      },
      onEvent: (event) => this.#tell((id) => notificationFrame(id, event)),
      onGap: () => this.#tell(resyncFrame),
      log: settings.log,
      timing: settings.hubTiming,
    });
  }

  get connected(): boolean {
    return this.#hub.connected;
  }

  /** Greets the stream and tells it what it missed since the event it saw last. */
  add(stream: LiveStream, lastEventId: string | undefined, retryMs: number): void {
    clearTimeout(this.#idleTimer);
    const id = this.#id(this.#number);
    // Before the ready event: its id tells the browser that it has everything up to here.
    for (const frame of this.#missedSince(lastEventId)) stream.send(frame);
    stream.send(readyFrame(id, retryMs));
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

  #id(number: number): string {
    return `${this.#name}-${number}`;
  }

  #tell(frameOf: (id: string) => Buffer): void {
    this.#number += 1;
    const frame = frameOf(this.#id(this.#number));
    for (const stream of this.#streams) stream.send(frame);
    this.#recent.push({ number: this.#number, frame });
    if (this.#recent.length > replayed) this.#recent.shift();
  }

  #missedSince(lastEventId: string | undefined): readonly Buffer[] {
    if (lastEventId === undefined || lastEventId === "") return [];
    const [name, number] = lastEventId.split("-");
    const seen = name === this.#name && /^\d{1,15}$/.test(number ?? "") ? Number(number) : -1;
    const oldest = this.#number - this.#recent.length;
    if (seen < oldest || seen > this.#number) return [resyncFrame(this.#id(this.#number))];
    return this.#recent.filter((told) => told.number > seen).map((told) => told.frame);
  }
}
