import type { WebSocket } from "ws";
import { frame, handshakeReply, messagesOf, messageType, type HubMessage } from "./protocol.ts";

export interface HubConnection {
  readonly token: string;
  /** Accounts whose events this connection gets. */
  readonly clientIds: readonly string[];
  /** Sends an event; nothing happens before the handshake or after the end. */
  invoke(target: string, argument: object): void;
  /** Pings, or ends a connection that has been silent for too long. */
  keepAlive(now: number, silenceMs: number): void;
  close(error?: string): void;
}

/** Speaks the hub protocol with one accepted WebSocket until it closes. */
export function openConnection(
  socket: WebSocket,
  token: string,
  clientIds: readonly string[],
): HubConnection {
  let isReady = false;
  let heardAt = Date.now();
  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(frame(message));
  const close = (error?: string) => {
    if (isReady) send({ type: messageType.close, error, allowReconnect: false });
    socket.close();
  };
  const shakeHands = (message: HubMessage | undefined) => {
    const reply = handshakeReply(message);
    send(reply);
    if (reply.error === undefined) isReady = true;
    else socket.close();
  };
  const receive = (message: HubMessage) => {
    if (!isReady) return shakeHands(message);
    if (message.type === messageType.close) return socket.close();
    if (message.type === messageType.invocation && message.invocationId !== undefined) {
      const { invocationId } = message;
      send({ type: messageType.completion, invocationId, error: "The hub has no method to call." });
    }
  };
  socket.on("message", (data) => {
    heardAt = Date.now();
    try {
      for (const message of messagesOf(String(data))) receive(message);
    } catch {
      close("The message is not valid.");
    }
  });
  socket.on("error", () => socket.terminate());
  return {
    token,
    clientIds,
    invoke: (target, argument) => {
      if (isReady) send({ type: messageType.invocation, target, arguments: [argument] });
    },
    keepAlive(now, silenceMs) {
      if (now - heardAt > silenceMs) socket.terminate();
      else if (isReady) send({ type: messageType.ping });
    },
    close,
  };
}
