import { connect, type Socket } from "node:net";

const RETRY_MS = 2_000;

/** Event streams that reconnect when they end, as a browser's do. They're bare sockets, so that thousands don't cost much here. */
export class ReconnectingStreams {
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  /** The sockets that were answered with 200. */
  readonly #open = new Set<Socket>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #closed = false;
  /** How often a stream was reopened after it had ended. */
  reconnections = 0;
  /** The status lines of answers other than 200. */
  readonly refusals: string[] = [];

  constructor(url: string) {
    this.#url = new URL("/live", url);
  }

  get openCount(): number {
    return this.#open.size;
  }

  add(cookie: string): void {
    const { hostname, port, host, pathname } = this.#url;
    const socket = connect(Number(port), hostname);
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.once("data", (head: Buffer) => {
      const [line = ""] = head.toString().split("\r\n");
      if (line.startsWith("HTTP/1.1 200")) this.#open.add(socket);
      else if (!this.#closed) this.refusals.push(`/live: ${line}`);
      socket.resume();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#open.delete(socket);
      if (this.#closed) return;
      const retry = setTimeout(() => {
        this.#retries.delete(retry);
        this.reconnections += 1;
        this.add(cookie);
      }, RETRY_MS);
      this.#retries.add(retry);
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: session=${cookie}\r\nUser-Agent: Mozilla/5.0 (bench)\r\n\r\n`,
    );
  }

  /** Ends all streams and cancels pending reconnections. */
  close(): void {
    this.#closed = true;
    for (const retry of this.#retries) clearTimeout(retry);
    for (const socket of this.#sockets) socket.destroy();
  }
}
