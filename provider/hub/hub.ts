import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestHandler } from "express";
import { WebSocketServer, type WebSocket } from "ws";
import { bearerOf, requireAccount, type Caller, type Identify } from "#provider/portal-api/caller.ts";
import { Refusal } from "#provider/portal-api/refusal.ts";
import { parseQuery } from "#provider/portal-api/route.ts";
import { negotiationAnswer, openConnection, type HubConnection } from "./connection.ts";

/** Less than a SignalR client's default server time-out of 30 s. */
const PING_MS = 15_000;
/** A little more than two pings. */
const SILENCE_MS = 35_000;

/** The hub's path below the API's base. */
export const hubPath = "/Hub/myportalalerts";

/** The live channel's events, and what each contains. */
export interface HubEvents {
  readonly LineFaultCheck: { readonly lineFaultCheckId: string };
  readonly FailedLineFaultCheck: { readonly lineFaultCheckId: string };
  readonly TicketUpdated: { readonly supportTicketId: string };
}

/** The notification hub, which sends live events to browsers. */
export interface Hub {
  readonly negotiate: RequestHandler;
  /** Handles a WebSocket upgrade; answers 401 or 403 if the caller can't listen. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /**
   * Sends the event to every connection in the account except its author's; returns the listeners' email addresses.
   */
  send<Name extends keyof HubEvents>(
    clientId: string,
    event: Name,
    argument: HubEvents[Name],
    author?: Caller,
  ): readonly string[];
  /** Closes the connections of a token that was signed out. */
  endToken(token: string): void;
  close(): void;
}

/** The notification hub: SignalR's JSON protocol over WebSockets. */
export function createHub(identify: Identify): Hub {
  const connections = new Map<HubConnection, Caller>();
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  const timer = setInterval(() => {
    for (const connection of connections.keys()) connection.keepAlive(Date.now(), SILENCE_MS);
  }, PING_MS);
  timer.unref();

  const accept = (socket: WebSocket, listener: Listener) => {
    const connection = openConnection(socket, listener.caller.token, listener.clientIds);
    connections.set(connection, listener.caller);
    socket.on("close", () => connections.delete(connection));
  };

  return {
    negotiate(request, response, next) {
      identifyListener(request, identify).then(() => response.json(negotiationAnswer(randomUUID())), next);
    },
    async upgrade(request, socket, head) {
      try {
        const listener = await identifyListener(request, identify);
        server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, listener));
      } catch (error) {
        const status = error instanceof Refusal ? error.status : 500;
        socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      }
    },
    send(clientId, event, argument, author) {
      const listeners = [...connections].filter(
        ([{ clientIds }, { claims }]) => clientIds.includes(clientId) && claims.sub !== author?.claims.sub,
      );
      return listeners
        .filter(([connection]) => connection.invoke(event, argument))
        .map(([, { claims }]) => claims.email);
    },
    endToken(token) {
      for (const connection of connections.keys())
        if (connection.token === token) connection.close("Signed out.");
    },
    close() {
      clearInterval(timer);
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

interface Listener {
  readonly caller: Caller;
  readonly clientIds: readonly string[];
}

/** Reads the bearer token and the account from the headers or, for a browser's WebSocket, from the query. */
async function identifyListener(request: IncomingMessage, identify: Identify): Promise<Listener> {
  const query = parseQuery(request.url ?? "/");
  const caller = await identify(bearerOf(request.headers.authorization) ?? query.get("access_token"));
  const header = request.headers["x-client-id"];
  const clientId = (Array.isArray(header) ? header[0] : header) ?? query.get("clientId");
  const clientIds = clientId === undefined ? caller.clientIds : [requireAccount(caller, clientId)];
  return { caller, clientIds };
}
