import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Channel } from "./channel.ts";

/** A reader that is this far behind will not catch up. */
const longestBacklog = 1024 * 1024;

export interface StreamOwner {
  /** Names the session in events and logs. */
  readonly handle: string;
  /** Finds the session in its store. */
  readonly reference: string;
  readonly userId: string;
  readonly clientId: string;
}

/**
 * One open event stream. Holds the response and its socket and nothing of the request: thousands of these are
 * open at a time. Frames go to the socket as they are, which needs a body without chunks
 * ({@link openStream} sees to that), so that one buffer serves all streams.
 */
export class LiveStream {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly owner: StreamOwner;
  readonly channel: Channel;
  /** Which beat of the heartbeat is this stream's; kept here so that it can be found again. */
  readonly slot: number;
  #ended = false;

  constructor(response: ServerResponse, socket: Socket, owner: StreamOwner, channel: Channel, slot: number) {
    this.#response = response;
    this.#socket = socket;
    this.owner = owner;
    this.channel = channel;
    this.slot = slot;
  }

  /** Writes at once; a reader that does not read is cut off, which its `close` then tells. */
  send(frame: Buffer): void {
    if (this.#ended) return;
    if (this.#socket.writableLength > longestBacklog) {
      this.#ended = true;
      this.#socket.destroy();
      return;
    }
    this.#socket.write(frame);
  }

  end(lastWord?: Buffer): void {
    if (lastWord !== undefined) this.send(lastWord);
    if (this.#ended) return;
    this.#ended = true;
    this.#response.end();
  }
}

/** One text for all streams instead of each response's own with its nonce, which would be kept as long. */
const streamPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Node keeps a request until its answer has ended, here for hours. Its headers were read and are let go; what
 * the log says at the end (method, address) stays.
 */
export function forgetHeaders(request: IncomingMessage): void {
  request.rawHeaders = [];
  request.headers = {};
}

/**
 * Answers with the head of an event stream. The body has no length and no chunks and ends with the
 * connection, so that what is written to the socket is what the browser reads. Undefined when the browser
 * has left already.
 */
export function openStream(response: ServerResponse): Socket | undefined {
  const socket = response.socket;
  if (socket === null || socket.destroyed) return undefined;
  response.statusCode = 200;
  response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
  response.setHeader("Cache-Control", "no-cache, no-store, no-transform");
  response.setHeader("X-Accel-Buffering", "no");
  response.setHeader("Connection", "close");
  response.setHeader("Content-Security-Policy", streamPolicy);
  response.removeHeader("Transfer-Encoding");
  response.flushHeaders();
  socket.setTimeout(0);
  socket.setNoDelay(true);
  return socket;
}
