// Replaces all the services that the portal uses, with constant answers and no delay. It listens on a free loopback
// port, writes that port to standard output and ends on SIGTERM.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { negotiationAnswer, openConnection, type HubConnection } from "#provider/hub/connection.ts";
import { hubPath } from "#provider/hub/hub.ts";
import { apiAnswers, clientId, feedAnswers } from "./answers.ts";
import { pageAnswers } from "./page-answers.ts";

const PING_MS = 10_000;
const SILENCE_MS = 60_000;

interface PreparedAnswer {
  readonly head: Record<string, string | number>;
  readonly body: string;
}

const server = createServer({ keepAliveTimeout: 120_000 }, answer);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const base = `http://127.0.0.1:${port}`;

// The notification hub, which accepts every connection and sends no events.
const connections = new Set<HubConnection>();
const webSockets = new WebSocketServer({ server, maxPayload: 64 * 1024 });
webSockets.on("connection", (socket) => {
  const connection = openConnection(socket, "bench", [clientId]);
  connections.add(connection);
  socket.on("close", () => connections.delete(connection));
});
setInterval(() => {
  for (const connection of connections) connection.keepAlive(Date.now(), SILENCE_MS);
}, PING_MS).unref();

// Two versions of the portal API: one only answers a dashboard's calls, the other also those of more pages.
const prepared = new Map<string, PreparedAnswer>();
for (const [prefix, answers] of [
  ["/api", apiAnswers],
  ["/pages", pageAnswers],
] as const) {
  for (const [name, { json, headers = {} }] of Object.entries(answers)) {
    const head = { "content-type": "application/json", ...headers };
    prepare(name.replace(" ", ` ${prefix}`), JSON.stringify(json), head);
  }
}
for (const [path, xml] of Object.entries(feedAnswers(base))) {
  prepare(`GET ${path}`, xml, { "content-type": "application/xml" });
}
for (const number of [1, 2, 3]) {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="${number}"/>`;
  prepare(`GET /feeds/images/${number}.svg`, image, { "content-type": "image/svg+xml" });
}

// The collector of traces.
prepare("POST /v1/traces", "{}", { "content-type": "application/json" });

function prepare(name: string, body: string, headers: Record<string, string>): void {
  prepared.set(name, { body, head: { ...headers, "content-length": Buffer.byteLength(body) } });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  const preparedAnswer = prepared.get(`${request.method} ${path}`);
  if (preparedAnswer) {
    request.resume();
    return void response.writeHead(200, preparedAnswer.head).end(preparedAnswer.body);
  }
  // The upload storage, which accepts every file.
  if (request.method === "PUT") return void request.resume().once("end", () => response.writeHead(201).end());
  if (path === `/api${hubPath}/negotiate`) {
    const head = { "content-type": "application/json" };
    return void response.writeHead(200, head).end(JSON.stringify(negotiationAnswer(randomUUID())));
  }
  response.writeHead(404).end();
}

process.on("SIGTERM", () => {
  for (const client of webSockets.clients) client.terminate();
  server.closeAllConnections();
  server.close();
});
process.stdout.write(`${port}\n`);
