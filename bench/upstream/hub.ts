import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";

const END = "\u001e";
const PING_MS = 10_000;

/** The hub's path below the API's base. */
export const hubPath = "/Hub/myportalalerts";

/** The notification hub in the SignalR JSON protocol: lets everyone in and has nothing to tell. */
export interface Hub {
  negotiate(response: ServerResponse): void;
  close(): void;
}

/** Takes the upgrades of the server for itself. */
export function createHub(server: Server): Hub {
  const sockets = new Set<WebSocket>();
  const webSockets = new WebSocketServer({ server, maxPayload: 64 * 1024 });
  webSockets.on("connection", (socket: WebSocket, _request: IncomingMessage) => {
    socket.on("error", () => socket.terminate());
    socket.once("message", () => {
      socket.send(`{}${END}`);
      sockets.add(socket);
    });
    socket.on("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of sockets) socket.send(`{"type":6}${END}`);
  }, PING_MS);
  timer.unref();
  return {
    negotiate(response) {
      const id = randomUUID();
      const availableTransports = [{ transport: "WebSockets", transferFormats: ["Text"] }];
      const answer = { negotiateVersion: 1, connectionId: id, connectionToken: id, availableTransports };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    },
    close() {
      clearInterval(timer);
      for (const client of webSockets.clients) client.terminate();
      webSockets.close();
    },
  };
}
