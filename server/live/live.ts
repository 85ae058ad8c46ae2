import type { ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { actor } from "#server/audit.ts";
import type { SessionEvent } from "#server/session/portal-session.ts";
import { Channel, type ChannelSettings } from "./channel.ts";
import { endFrame, retryFrame } from "./frames.ts";
import { channelKey, isOwner, ownerOf } from "./live-sessions.ts";
import { forgetRequest, LiveStream, openStream, refuseStream, type StreamOwner } from "./live-stream.ts";

export interface LiveOptions extends ChannelSettings {
  readonly onStreams?: (count: number) => void;
  readonly limits?: Partial<LiveLimits>;
}

/** How many times we read a session that changes during each read. */
const MAX_READS = 3;

const defaultLimits = {
  streamsOfSession: 3,
  /** Across all of someone's sessions; beyond it, the oldest stream is ended. */
  streamsOfPerson: 20_000,
  streams: 20_000,
  heartbeatMs: 20_000,
  /** How many heartbeats there are between checks of a session, e.g. for expiry. Sign-outs and switches arrive as events. */
  checkEvery: 3,
  /** How long a hub connection outlives its last stream, e.g. while a page reloads. */
  idleMs: 15_000,
  /** Browsers reopen a stream after between one and two times this long. */
  retryMs: 2_000,
};
type LiveLimits = Readonly<typeof defaultLimits>;

/** `GET /live`: server-sent events for the signed-in user's current account. */
export class Live {
  readonly #settings: LiveOptions;
  readonly #limits: LiveLimits;
  readonly #channels = new Map<string, Channel>();
  /** Each session's and each person's streams, oldest first. */
  readonly #sessions: StreamsBy = new Map();
  readonly #people: StreamsBy = new Map();
  readonly #stopListening: () => void;
  #streams = 0;
  #draining = false;

  constructor(settings: LiveOptions) {
    this.#settings = settings;
    this.#limits = { ...defaultLimits, ...settings.limits };
    this.#stopListening = settings.sessions.onEvent((event) => this.#onSessionEvent(event));
  }

  /**
   * Answers with a stream; 401 without a signed-in user and a current account; 503 while draining or while the session
   * store is down. Mount it before the session middleware, which would extend the session, and before compression.
   */
  readonly handler: RequestHandler = (request, response, next) => {
    this.#answer(request, response).catch(next);
  };

  stats() {
    let connected = 0;
    for (const channel of this.#channels.values()) if (channel.connected) connected += 1;
    return { streams: this.#streams, channels: this.#channels.size, connected };
  }

  async #answer(request: Request, response: Response): Promise<void> {
    if (request.method !== "GET") return refuseStream(response, 405, "Use GET.", { Allow: "GET" });
    if (this.#draining || this.#streams >= this.#limits.streams) return refuseForNow(response);
    const reference = this.#settings.sessions.referenceOf(request);
    let owner: StreamOwner | undefined;
    try {
      owner = reference === undefined ? undefined : await this.#currentOwner(reference);
    } catch (error) {
      this.#settings.log.warn({ reason: String(error) }, "Couldn't read a session for live events");
      return refuseForNow(response);
    }
    if (owner === undefined) return refuseStream(response, 401, "Sign in to get live events.");
    response.locals.finishAudit = () => actor(owner);
    forgetRequest(request, response);
    this.#open(response, owner);
  }

  /** Ends every stream, giving each browser a random time to reconnect, and answers 503 from now on. */
  drain(): void {
    this.#draining = true;
    for (const stream of [...this.#sessions.values()].flat()) {
      this.#remove(stream);
      stream.end(retryFrame(this.#retryMs()));
    }
  }

  async close(): Promise<void> {
    this.drain();
    this.#stopListening();
    await Promise.all([...this.#channels.values()].map((channel) => channel.close()));
  }

  /** Reads the session again if it changed during the read, because its stream doesn't get events yet. */
  async #currentOwner(reference: string): Promise<StreamOwner | undefined> {
    const changedHandles = new Set<string>();
    const stopListening = this.#settings.sessions.onEvent(({ handle }) => changedHandles.add(handle));
    try {
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        changedHandles.clear();
        const session = await this.#settings.sessions.peek(reference);
        if (session === undefined || !changedHandles.has(session.handle)) return ownerOf(session, reference);
      }
      throw new Error("The session keeps changing");
    } finally {
      stopListening();
    }
  }

  /** A separate method, so that no closure in the stream keeps the request in memory. */
  #open(response: ServerResponse, owner: StreamOwner): void {
    const socket = this.#draining ? undefined : openStream(response);
    if (socket === undefined) {
      // A pipelined request has no `response.socket` yet.
      response.req.socket.destroy();
      return;
    }
    this.#evictOldest(this.#sessions.get(owner.handle), this.#limits.streamsOfSession);
    this.#evictOldest(this.#people.get(owner.person), this.#limits.streamsOfPerson);
    const channel = this.#channelFor(owner);
    const stream = new LiveStream(socket, owner, channel);
    addTo(this.#sessions, owner.handle, stream);
    addTo(this.#people, owner.person, stream);
    this.#count(1);
    response.once("close", () => this.#remove(stream));
    const { heartbeatMs, checkEvery } = this.#limits;
    stream.startHeartbeat(heartbeatMs, checkEvery, () => void this.#check(stream));
    stream.send(retryFrame(this.#retryMs()));
    channel.add(stream);
  }

  #evictOldest(siblings: readonly LiveStream[] = [], maxStreams: number): void {
    const tooMany = siblings.length - maxStreams + 1;
    for (const stream of siblings.slice(0, Math.max(0, tooMany))) {
      this.#remove(stream);
      stream.end(endFrame("evicted"));
    }
  }

  #channelFor(owner: StreamOwner): Channel {
    const key = channelKey(owner);
    const existing = this.#channels.get(key);
    if (existing !== undefined) return existing;
    const channel: Channel = new Channel(this.#settings, owner, this.#limits.idleMs, () => {
      if (this.#channels.get(key) === channel) this.#channels.delete(key);
    });
    this.#channels.set(key, channel);
    return channel;
  }

  /** May be called twice for the same stream. */
  #remove(stream: LiveStream, sessionEnded = false): void {
    const { handle, person } = stream.owner;
    if (!removeFrom(this.#sessions, handle, stream)) return;
    removeFrom(this.#people, person, stream);
    this.#count(-1);
    stream.stopHeartbeat();
    stream.channel.remove(stream, sessionEnded);
  }

  #onSessionEvent({ kind, handle }: SessionEvent): void {
    for (const stream of [...(this.#sessions.get(handle) ?? [])]) this.#endStream(stream, kind);
  }

  /** Ends a stream. After a sign-out the browser stays away; after switching accounts it reconnects quickly, for the new account. */
  #endStream(stream: LiveStream, kind: SessionEvent["kind"]): void {
    this.#remove(stream, kind === "ended");
    stream.end(kind === "ended" ? endFrame("signed-out") : retryFrame(this.#retryMs() / 4));
  }

  async #check(stream: LiveStream): Promise<void> {
    try {
      const session = await this.#settings.sessions.peek(stream.owner.reference);
      if (session?.user === undefined) this.#endStream(stream, "ended");
      else if (!isOwner(session, stream.owner)) this.#endStream(stream, "account-changed");
    } catch (error) {
      // The store is down, so the stream stays and a later heartbeat checks again.
      this.#settings.log.debug({ reason: String(error) }, "Couldn't read the session for a live stream");
    }
  }

  #retryMs(): number {
    return this.#limits.retryMs * (1 + Math.random());
  }

  #count(change: 1 | -1): void {
    this.#streams += change;
    this.#settings.onStreams?.(this.#streams);
  }
}

const refuseForNow = (response: ServerResponse) =>
  refuseStream(response, 503, "Live events are not available at the moment.", { "Retry-After": "30" });

type StreamsBy = Map<string, LiveStream[]>;

function addTo(streams: StreamsBy, key: string, stream: LiveStream): void {
  const siblings = streams.get(key) ?? [];
  siblings.push(stream);
  streams.set(key, siblings);
}

function removeFrom(streams: StreamsBy, key: string, stream: LiveStream): boolean {
  const siblings = streams.get(key) ?? [];
  const index = siblings.indexOf(stream);
  if (index < 0) return false;
  if (siblings.length === 1) streams.delete(key);
  else siblings.splice(index, 1);
  return true;
}
