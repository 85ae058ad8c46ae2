import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

interface Visit {
  readonly token: string | undefined;
  readonly clientId: string | undefined;
  readonly socket: WebSocket;
}

const endOfRecord = "\u001e";

/** A SignalR hub for tests: negotiates, shakes hands, sends what it is told to (JSON hub protocol, version 1). */
export class TestHub {
  /** Every connection that shook hands, in order, also those that have closed. */
  readonly visits: Visit[] = [];
  /** Tokens that get a 401 at negotiation. */
  readonly refusedTokens = new Set<string>();
  negotiations = 0;
  readonly #port: number;
  #server: Server | undefined;

  /** With a port: listens where another hub was before. */
  constructor(port = 0) {
    this.#port = port;
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo | undefined)?.port ?? this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/Hub/myportalalerts`;
  }

  get open(): Visit[] {
    return this.visits.filter(({ socket }) => socket.readyState === socket.OPEN);
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.negotiations += 1;
      const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
      if (this.refusedTokens.has(token)) return response.writeHead(401).end();
      response.setHeader("Content-Type", "application/json");
      return response.end(
        JSON.stringify({
          connectionToken: "connection-token",
          connectionId: "connection-id",
          negotiateVersion: 1,
          availableTransports: [{ transport: "WebSockets", transferFormats: ["Text", "Binary"] }],
        }),
      );
    });
    new WebSocketServer({ server }).on("connection", (socket, request) => {
      socket.once("message", () => {
        socket.send(`{}${endOfRecord}`);
        this.visits.push({
          token: request.headers.authorization?.replace("Bearer ", ""),
          clientId: request.headers["x-client-id"]?.toString(),
          socket,
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#server = server;
    return this;
  }

  send(target: string, ...args: unknown[]): void {
    const message = JSON.stringify({ type: 1, target, arguments: args }) + endOfRecord;
    for (const { socket } of this.open) socket.send(message);
  }

  async stop(): Promise<void> {
    for (const { socket } of this.visits) socket.terminate();
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
