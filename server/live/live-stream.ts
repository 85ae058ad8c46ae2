import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request, Response } from "express";
import { heartbeatFrame } from "./frames.ts";

/** A reader that is this far behind will not catch up. */
const longestBacklog = 1024 * 1024;

export interface StreamOwner {
  /** Names the session in events and logs. */
  readonly handle: string;
  /** Finds the session in its store. */
  readonly reference: string;
  readonly person: string;
  /** A customer, not an employee. */
  readonly b2c: boolean;
  readonly clientId: string;
  /** Holds the role Support in the account. */
  readonly seesTickets: boolean;
}

/** What a stream is one of: the streams of one user and account. */
interface StreamGroup {
  remove(stream: LiveStream, sessionEnded: boolean): void;
}

/**
 * One open event stream. Holds its socket and nothing of the request: thousands of these are open at a time.
 * Frames go to the socket as they are, which needs a body without chunks ({@link openStream} sees to that), so
 * that one buffer serves all streams.
 */
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

  /** Keeps it alive through proxies; `check` is called at each `checkEvery`-th beat. */
  beat(everyMs: number, checkEvery: number, check: () => void): void {
    let beats = 0;
    this.#heartbeat = setInterval(() => {
      this.send(heartbeatFrame);
      beats += 1;
      if (beats % checkEvery === 0) check();
    }, everyMs).unref();
  }

  stopBeating(): void {
    clearInterval(this.#heartbeat);
  }

  /** Writes at once, and cuts off a reader that does not read. */
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
    // Node's server keeps half-open sockets: ending alone would wait for the browser.
    this.#socket.destroySoon();
  }
}

/** Without a nonce, since nothing in an event stream is ever run. */
const streamPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Node keeps request and response until the answer has ended, here for hours. What was read already and what
 * the middleware left is let go; what the log says at the end (method, address, status) stays.
 */
export function forgetRequest(request: Request, response: Response): void {
  request.rawHeaders = [];
  request.headers = {};
  request.next = undefined;
  response.locals = { actor: response.locals.actor } as Response["locals"];
}

/**
 * Answers with the head of an event stream. The body has no length and no chunks and ends with the connection,
 * so that what is written to the socket is what the browser reads. The head is written by hand as well: Node
 * would keep its headers, twice, for as long as the stream is open. Undefined when the browser has left.
 */
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

/** A plain answer in place of a stream. */
export function refuse(
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
