const lineCheckKinds = ["LineFaultCheck", "FailedLineFaultCheck"] as const;
/** The kinds of event that the provider's hub sends; also the names of its methods. */
export const liveEventKinds = [...lineCheckKinds, "TicketUpdated"] as const;
export type LiveEventKind = (typeof liveEventKinds)[number];

/** Names what has changed: `id` is a line test's or a ticket's. The page loads the content itself. */
export interface LiveEvent {
  readonly kind: LiveEventKind;
  readonly id: string;
}

/** Why a stream was ended: the browser comes back a while after `evicted`, and not at all after `signed-out`. */
export type ByeReason = "evicted" | "signed-out";

interface Fields {
  readonly event?: string;
  readonly data?: string;
  readonly retryMs?: number;
}

/**
 * One message of `text/event-stream`, as bytes that all streams can share. Values must not contain line breaks; JSON
 * escapes them.
 */
function frame({ event, data, retryMs }: Fields): Buffer {
  let text = "";
  if (retryMs !== undefined) text += `retry: ${Math.round(retryMs)}\n`;
  if (event !== undefined) text += `event: ${event}\n`;
  if (data !== undefined) text += `data: ${data}\n`;
  return Buffer.from(`${text}\n`);
}

export const heartbeatFrame = Buffer.from(":\n\n");

export const eventFrame = ({ kind, id }: LiveEvent): Buffer =>
  frame({ event: "notification", data: JSON.stringify({ kind, id }) });

/** From now on events arrive; the page must load its data, because earlier events are lost. */
export const readyFrame = frame({ event: "ready", data: "{}" });

export const byeFrame = (reason: ByeReason): Buffer =>
  frame({ event: "bye", data: JSON.stringify({ reason }) });

export const retryFrame = (retryMs: number): Buffer => frame({ retryMs });

/** Reads the hub's argument; undefined when it has no id of a line test or ticket, which may be a number. */
export function readHubEvent(kind: LiveEventKind, argument: unknown): LiveEvent | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  const { lineFaultCheckId, supportTicketId } = argument as Record<string, unknown>;
  const id = kind === "TicketUpdated" ? supportTicketId : lineFaultCheckId;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const text = String(id);
  return text.length > 0 && text.length <= 100 ? { kind, id: text } : undefined;
}
