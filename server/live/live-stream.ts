import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request, Response } from "express";
import { heartbeatFrame } from "./frames.ts";

/** A browser that's further behind than this won't catch up. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

export interface StreamOwner {
  /** The session's name in events and logs. */
  readonly handle: string;
  /** The key for reading the session from the store. */
  readonly reference: string;
  readonly person: string;
  /** A customer, not an employee. */
  readonly b2c: boolean;
  readonly clientId: string;
  readonly seesTickets: boolean;
}

interface StreamGroup {
  remove(stream: LiveStream, sessionEnded: boolean): void;
}

/** One open event stream. It only keeps the socket, because there are thousands of streams, and they all share the buffers that they write. */
export class LiveStream {
  readonly #socket: Socket;
  readonly owner: StreamOwner;
  readonly channel: StreamGroup;
  #heartbeat: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(socket: Socket, owner: StreamOwner, channel: StreamGroup) {
    this.#socket = socket;
    this.owner = owner;
    this.channel = channel;
  }

  /** Sends heartbeats, so that proxies keep the stream open, and calls `check` at every `checkEvery`-th one. */
  startHeartbeat(everyMs: number, checkEvery: number, check: () => void): void {
    let beats = 0;
    this.#heartbeat = setInterval(() => {
      this.send(heartbeatFrame);
      beats += 1;
      if (beats % checkEvery === 0) check();
    }, everyMs).unref();
  }

  stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
  }

  /** Writes a frame, or cuts off a browser that doesn't read. */
  send(frame: Buffer): void {
    if (this.#ended) return;
    if (this.#socket.writableLength > MAX_BACKLOG_BYTES) {
      this.#ended = true;
      this.#socket.destroy();
      return;
    }
    this.#socket.write(frame);
  }

  end(lastFrame?: Buffer): void {
    if (lastFrame !== undefined) this.send(lastFrame);
    if (this.#ended) return;
    this.#ended = true;
    // Not `end`, which would wait for the browser, because Node's server allows half-open sockets.
    this.#socket.destroySoon();
  }
}

/** Without a nonce, because nothing in an event stream is executed. */
const streamPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Frees the memory of a request whose stream is open for hours, except for what its log line needs at the end. */
export function forgetRequest(request: Request, response: Response): void {
  request.rawHeaders = [];
  request.headers = {};
  request.next = undefined;
  response.locals = { finishAudit: response.locals.finishAudit } as Response["locals"];
}

/** Sends a stream's head straight to the socket, because Node would keep its headers in memory twice. Undefined if the browser has gone. */
export function openStream(response: ServerResponse): Socket | undefined {
  const { socket } = response;
  if (socket === null || socket.destroyed) return undefined;
  const headers = {
    ...response.getHeaders(),
    date: new Date().toUTCString(),
    connection: "close",
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-store, no-transform",
    "x-accel-buffering": "no",
    "content-security-policy": streamPolicy,
  };
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

export function refuseStream(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(`${text}\n`);
}
