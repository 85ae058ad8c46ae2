import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { openConnection } from "./connection.ts";

/** A fake socket that records what was sent. */
class RecordedSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly sent: unknown[] = [];
  readonly close = vi.fn();
  readonly terminate = vi.fn();
  send(text: string) {
    this.sent.push(
      ...text
        .split("\u001e")
        .filter(Boolean)
        .map((part) => JSON.parse(part) as unknown),
    );
  }
}

describe("a connection of the hub", () => {
  let socket: RecordedSocket;
  const open = () => openConnection(socket as unknown as WebSocket, "token", ["1001"]);
  const handshake = '{"protocol":"json","version":1}\u001e';
  beforeEach(() => {
    socket = new RecordedSocket();
  });

  test("sends nothing before the handshake", () => {
    const connection = open();
    connection.invoke("LineFaultCheck", {});
    connection.keepAlive(Date.now(), 1_000);
    expect(socket.sent).toEqual([]);
  });

  test("reads several messages in one frame, and pings after the handshake", () => {
    const connection = open();
    socket.emit("message", `${handshake}{"type":6}\u001e{"type":1,"invocationId":"7"}\u001e`);
    connection.keepAlive(Date.now(), 1_000);
    expect(socket.sent).toEqual([{}, expect.objectContaining({ type: 3, invocationId: "7" }), { type: 6 }]);
  });

  test("is ended if the client has been silent for too long", () => {
    const connection = open();
    socket.emit("message", handshake);
    connection.keepAlive(Date.now() + 40_000, 35_000);
    expect(socket.terminate).toHaveBeenCalledOnce();
    expect(socket.sent).toEqual([{}]);
  });

  test("closes with a message that forbids reconnecting", () => {
    const connection = open();
    socket.emit("message", handshake);
    connection.close("Signed out.");
    expect(socket.sent.at(-1)).toEqual({ type: 7, error: "Signed out.", allowReconnect: false });
    expect(socket.close).toHaveBeenCalledOnce();
  });
});
