import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
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

/** What the hub in front did with an event: how many connections heard it there, or why we couldn't pass it on. */
export type PassedOn = { readonly listeners: number } | { readonly problem: string };

/** Where an event went. */
export interface Delivery {
  /** The email address of each live connection that received it. */
  readonly listeners: readonly string[];
  /** Undefined if we don't pass the event on to a hub in front. */
  readonly passedOn?: Promise<PassedOn> | undefined;
}

/** The notification hub, which sends live events to browsers. */
export interface Hub {
  readonly negotiate: RequestHandler;
  /** Handles a WebSocket upgrade; answers 401 or 403 if the caller can't listen. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Sends the event to every connection in the account except its author's. */
  send<Name extends keyof HubEvents>(
    clientId: string,
    event: Name,
    argument: HubEvents[Name],
    author?: Caller,
  ): Delivery;
  /** Closes the connections of a token that was signed out. */
  endToken(token: string): void;
  close(): void;
}

interface HubOptions {
  readonly identify: Identify;
  /** Where events go on to if another hub is in front of this one, as in examples/aspnet. */
  readonly eventsUrl: string | undefined;
  readonly apiKey: string;
  readonly log: Logger;
}

/** The notification hub: SignalR's JSON protocol over WebSockets. */
export function createHub(options: HubOptions): Hub {
  const { identify } = options;
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
      // We don't pass on events with an author, because the hub in front would send them to the author too.
      const passedOn =
        options.eventsUrl && !author
          ? passOn(options, `${options.eventsUrl}/${event}/${clientId}`, argument)
          : undefined;
      const listeners = [...connections]
        .filter(
          ([{ clientIds }, { claims }]) => clientIds.includes(clientId) && claims.sub !== author?.claims.sub,
        )
        .filter(([connection]) => connection.invoke(event, argument))
        .map(([, { claims }]) => claims.email);
      return { listeners, passedOn };
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

const PASS_ON_TIMEOUT_MS = 5_000;

async function passOn({ apiKey, log }: HubOptions, url: string, argument: object): Promise<PassedOn> {
  try {
    const reply = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "ocp-apim-subscription-key": apiKey },
      body: JSON.stringify(argument),
      signal: AbortSignal.timeout(PASS_ON_TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return (await reply.json()) as PassedOn;
  } catch (error) {
    const problem = `${url}: ${error instanceof Error ? error.message : String(error)}`;
    log.warn({ problem }, "couldn't pass an event on to the hub in front");
    return { problem };
  }
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
