import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Fault } from "./faults.ts";

const cannedAnswers = {
  "500": [
    500,
    "application/json",
    '{"message":"Something went wrong at the provider. (This is a demo scenario.)"}',
  ],
  html: [200, "text/html; charset=utf-8", "<!doctype html><title>Gateway</title><h1>Maintenance page</h1>"],
  nonsense: [200, "application/json", '{"items":"many","totalCount":{"is":"not a number"},"0":[null]}'],
  "401": [401, "application/json", '{"message":"Unauthorized user."}'],
  "403": [403, "application/json", '{"message":"Requested action is forbidden."}'],
  "400": [400, "application/json", "{}"],
  "404": [404, "application/json", `{"message":"We couldn't find what you requested."}`],
} as const;

/** Answers a request with a fault; after `slow`, `proceed` gives the normal answer. */
export function applyFault(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
): void {
  switch (fault.kind) {
    case "down":
      request.socket.resetAndDestroy();
      return;
    case "hang":
      return;
    case "slow": {
      const timer = setTimeout(proceed, fault.delayMs);
      response.on("close", () => clearTimeout(timer));
      return;
    }
    default: {
      const [status, type, body] = cannedAnswers[fault.kind];
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    }
  }
}

/** The same for a WebSocket upgrade, which gets an HTTP answer instead, or none. */
export function applyFaultToUpgrade(fault: Fault, socket: Socket, proceed: () => void): void {
  if (fault.kind === "down") return void socket.resetAndDestroy();
  if (fault.kind === "hang") return;
  if (fault.kind === "slow") {
    const timer = setTimeout(proceed, fault.delayMs);
    socket.on("close", () => clearTimeout(timer));
    return;
  }
  const [status] = cannedAnswers[fault.kind];
  socket.end(`HTTP/1.1 ${status} Scenario\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
