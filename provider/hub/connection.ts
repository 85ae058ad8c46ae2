import type { WebSocket } from "ws";

/** Ends each message of the SignalR JSON hub protocol, version 1. */
const RECORD_SEPARATOR = "\u001e";

/** SignalR's numbers for the message types that this hub sends or understands. */
const messageType = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

interface HubMessage {
  readonly type?: number;
  readonly invocationId?: string;
  readonly protocol?: string;
  readonly version?: number;
}

/** A client's connection to the hub. */
export interface HubConnection {
  readonly token: string;
  readonly clientIds: readonly string[];
  /** Sends an event; false before the handshake. */
  invoke(target: string, argument: object): boolean;
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
  let lastMessageAt = Date.now();
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
      send({
        type: messageType.completion,
        invocationId,
        error: "This hub doesn't have any methods that can be called.",
      });
    }
  };
  socket.on("message", (data) => {
    lastMessageAt = Date.now();
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
      return isReady;
    },
    keepAlive(now, silenceMs) {
      if (now - lastMessageAt > silenceMs) socket.terminate();
      else if (isReady) send({ type: messageType.ping });
    },
    close,
  };
}

function frame(message: object): string {
  return JSON.stringify(message) + RECORD_SEPARATOR;
}

/** The messages in one WebSocket frame, which may contain several. Throws SyntaxError for anything but JSON. */
function messagesOf(text: string): HubMessage[] {
  return text
    .split(RECORD_SEPARATOR)
    .filter((part) => part !== "")
    .map((part) => JSON.parse(part) as HubMessage);
}

/** The server's answer to a client's handshake, which is accepted if there's no error. */
function handshakeReply(request: HubMessage | undefined): { readonly error?: string } {
  if (request?.protocol !== "json") return { error: "The protocol is not supported." };
  return request.version === 1 ? {} : { error: "The protocol's version is not supported." };
}

/** The answer to a client's negotiation: it can use WebSockets, with text only. */
export function negotiationAnswer(connectionId: string) {
  return {
    negotiateVersion: 1,
    connectionId,
    // The bearer token is verified again at the upgrade, so we don't need to store this one.
    connectionToken: connectionId,
    availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
  };
}
