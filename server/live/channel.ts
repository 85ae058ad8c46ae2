import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { notificationFrame, readyFrame, resyncFrame, type LiveEvent } from "./frames.ts";
import { HubLink, type HubTiming, type HubToken } from "./hub-connection.ts";
import type { LiveStream, StreamOwner } from "./live-stream.ts";

/** How many events can be told again to a browser that was away for a moment. */
const replayed = 32;

export interface ChannelSettings {
  readonly hubUrl: string;
  /** Who may not see tickets is not told of them. */
  readonly owner: Pick<StreamOwner, "clientId" | "seesTickets">;
  /** A token of one of the streams' sessions. */
  readonly token: (streams: Iterable<LiveStream>, refused: boolean) => Promise<SpokenFor | undefined>;
  /** What the API's list says to be news; nothing where it can't be asked. */
  readonly unread: (streams: Iterable<LiveStream>) => Promise<readonly LiveEvent[]>;
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
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly frame: Buffer;
}

/**
 * What the streams of one user and account share: the hub connection, counted by its streams, and the last
 * events. An event's id is `<channel>-<number>`; an id of another channel (another instance, or before a
 * restart) is answered with a resync. A page that comes for the first time says when it was made, in ms since 1970:
 * if that was before the hub connection stood, the API's list tells what came until then, once for all.
 */
export class Channel {
  readonly #settings: ChannelSettings;
  readonly #name = randomBytes(6).toString("hex");
  readonly #streams = new Set<LiveStream>();
  readonly #recent: Told[] = [];
  readonly #hub: HubLink;
  #number = 0;
  /** Nothing that came since then is unknown; ms since 1970. */
  #knownSince = Infinity;
  /** A page is older than that. */
  #isAsked = false;
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
        this.#tell((id) => notificationFrame(id, event));
      },
      onGap: () => this.#tell(resyncFrame),
      onConnected: () => {
        this.#knownSince = Math.min(this.#knownSince, Date.now());
        if (this.#isAsked) void this.#lookBack();
      },
      log: settings.log,
      timing: settings.hubTiming,
    });
  }

  get connected(): boolean {
    return this.#hub.connected;
  }

  /** Greets the stream and tells it what it missed since the event it saw last, or since its page was made. */
  add(stream: LiveStream, after: string | undefined, retryMs: number): void {
    clearTimeout(this.#idleTimer);
    for (const frame of this.greeting(after, retryMs)) stream.send(frame);
    this.#streams.add(stream);
  }

  /** What was missed, and the ready event. What the API is yet to be asked for reaches the streams. */
  greeting(after: string | undefined, retryMs: number): readonly Buffer[] {
    const since = madeAt(after);
    if (since !== undefined && since < this.#knownSince) {
      this.#isAsked = true;
      if (this.#hub.connected) void this.#lookBack();
    }
    const missed = since === undefined ? this.#missedAfter(after) : this.#missedSince(since);
    // The ready event comes last: its id tells the browser that it has everything up to here.
    return [...missed, readyFrame(this.#id(this.#number), retryMs)];
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
    this.#recent.push({ number: this.#number, at: Date.now(), frame });
    if (this.#recent.length > replayed) this.#recent.shift();
  }

  async #lookBack(): Promise<void> {
    this.#isAsked = false;
    this.#knownSince = 0;
    for (const event of await this.#settings.unread(this.#streams))
      this.#tell((id) => notificationFrame(id, event));
  }

  #missedSince(since: number): readonly Buffer[] {
    const before = this.#recent.findLast(({ at }) => at < since)?.number;
    return this.#missedFrom(before ?? (this.#recent.length === this.#number ? 0 : -1));
  }

  #missedAfter(lastEventId: string | undefined): readonly Buffer[] {
    if (lastEventId === undefined || lastEventId === "") return [];
    const [name, number] = lastEventId.split("-");
    return this.#missedFrom(name === this.#name && /^\d{1,15}$/.test(number ?? "") ? Number(number) : -1);
  }

  /** After the event of this number; a number that is not known any more is answered with a resync. */
  #missedFrom(seen: number): readonly Buffer[] {
    const oldest = this.#number - this.#recent.length;
    if (seen < oldest || seen > this.#number) return [resyncFrame(this.#id(this.#number))];
    return this.#recent.filter((told) => told.number > seen).map((told) => told.frame);
  }
}

/** The time at which a page was made, in place of an event's id. */
function madeAt(after = ""): number | undefined {
  return /^\d{13}$/.test(after) ? Number(after) : undefined;
}
