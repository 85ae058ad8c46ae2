import { connect, type Socket } from "node:net";

const RETRY_MS = 2_000;

/** Event streams that come back when they end, as a browser's do. Each costs this side no more than a socket. */
export class KeptStreams {
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  /** Those that were answered as streams. */
  readonly #open = new Set<Socket>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #closed = false;
  /** How often one came back after it had ended. */
  cameBack = 0;
  /** The first lines of answers that were no stream. */
  readonly refusals: string[] = [];

  constructor(url: string) {
    this.#url = new URL("/live", url);
  }

  get count(): number {
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
        this.cameBack += 1;
        this.add(cookie);
      }, RETRY_MS);
      this.#retries.add(retry);
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: session=${cookie}\r\nUser-Agent: Mozilla/5.0 (bench)\r\n\r\n`,
    );
  }

  /** Ends them all, and their coming back. */
  close(): void {
    this.#closed = true;
    for (const retry of this.#retries) clearTimeout(retry);
    for (const socket of this.#sockets) socket.destroy();
  }
}
