/** The SignalR JSON hub protocol, version 1: messages of JSON, each ended by a record separator. */
const RECORD_SEPARATOR = "\u001e";

/** Kinds of messages that this hub sends or understands, by SignalR's numbers. */
export const messageType = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

export interface HubMessage {
  readonly type?: number;
  readonly invocationId?: string;
  readonly protocol?: string;
  readonly version?: number;
}

/** One message as it goes over the wire. */
export function frame(message: object): string {
  return JSON.stringify(message) + RECORD_SEPARATOR;
}

/** The messages of one WebSocket frame, which may hold several. Throws SyntaxError on anything but JSON. */
export function messagesOf(text: string): HubMessage[] {
  return text
    .split(RECORD_SEPARATOR)
    .filter((part) => part !== "")
    .map((part) => JSON.parse(part) as HubMessage);
}

/** The server's answer to a client's handshake: empty is yes. */
export function handshakeReply(request: HubMessage | undefined): { readonly error?: string } {
  if (request?.protocol !== "json") return { error: "The protocol is not supported." };
  return request.version === 1 ? {} : { error: "The protocol's version is not supported." };
}

/** What a client learns before it connects: WebSockets only, text only. */
export function negotiation(connectionId: string) {
  return {
    negotiateVersion: 1,
    connectionId,
    // The bearer is proven again at the upgrade, so this token need not be remembered.
    connectionToken: connectionId,
    availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
  };
}
