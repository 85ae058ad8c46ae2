import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

interface Handshake {
  readonly token: string | undefined;
  readonly clientId: string | undefined;
  readonly socket: WebSocket;
}

export const endOfRecord = "\u001e";

/** A SignalR hub for tests, with negotiation, handshake and `send` (JSON hub protocol, version 1). */
export class TestHub {
  /** Every connection that completed the handshake, in order, including closed ones. */
  readonly handshakes: Handshake[] = [];
  /** Tokens that get a 401 at negotiation. */
  readonly refusedTokens = new Set<string>();
  negotiations = 0;
  /** Answers negotiations in place of the hub. */
  negotiate: ((response: ServerResponse) => void) | undefined;
  /** Handles a socket in place of the handshake. */
  accept: ((socket: WebSocket) => void) | undefined;
  /** Called with the request of each socket. */
  upgraded: ((request: IncomingMessage) => void) | undefined;
  /** Open connections of any kind. */
  readonly sockets = new Set<Socket>();
  readonly #port: number;
  #server: Server | undefined;

  /** @param port 0 for any free port. */
  constructor(port = 0) {
    this.#port = port;
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo | undefined)?.port ?? this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/Hub/myportalalerts`;
  }

  get open(): Handshake[] {
    return this.handshakes.filter(({ socket }) => socket.readyState === socket.OPEN);
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.negotiations += 1;
      const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
      if (this.refusedTokens.has(token)) return response.writeHead(401).end();
      if (this.negotiate) return this.negotiate(response);
      return this.answerNegotiation(response);
    });
    new WebSocketServer({ server }).on("connection", (socket, request) => {
      socket.on("error", () => undefined);
      this.upgraded?.(request);
      if (this.accept) return this.accept(socket);
      socket.once("message", () => {
        socket.send(`{}${endOfRecord}`);
        this.handshakes.push({
          token: request.headers.authorization?.replace("Bearer ", ""),
          clientId: request.headers["x-client-id"]?.toString(),
          socket,
        });
      });
    });
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#server = server;
    return this;
  }

  answerNegotiation(response: ServerResponse): void {
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({
        connectionToken: "connection-token",
        connectionId: "connection-id",
        negotiateVersion: 1,
        availableTransports: [{ transport: "WebSockets", transferFormats: ["Text", "Binary"] }],
      }),
    );
  }

  send(target: string, ...args: unknown[]): void {
    const message = JSON.stringify({ type: 1, target, arguments: args }) + endOfRecord;
    for (const { socket } of this.open) socket.send(message);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
