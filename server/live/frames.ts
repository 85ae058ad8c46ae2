const lineCheckKinds = ["LineFaultCheck", "FailedLineFaultCheck"] as const;
/** The kinds of event that the provider's hub sends; also the names of its methods. */
export const liveEventKinds = [...lineCheckKinds, "TicketUpdated"] as const;
export type LiveEventKind = (typeof liveEventKinds)[number];

/** A hint, never content: the page asks for the rest itself. `id` is the line fault check's or the ticket's. */
export interface LiveEvent {
  readonly kind: LiveEventKind;
  readonly id: string;
}

/** Why a stream was ended for good: the browser does not come back at once. */
export type ByeReason = "evicted" | "signed-out";

interface Fields {
  readonly event?: string;
  readonly data?: string;
  readonly retryMs?: number;
}

/**
 * One message of `text/event-stream` as bytes that every stream can share. Values must hold no line breaks:
 * data is JSON, which escapes them.
 */
function frame({ event, data, retryMs }: Fields): Buffer {
  let text = "";
  if (retryMs !== undefined) text += `retry: ${Math.round(retryMs)}\n`;
  if (event !== undefined) text += `event: ${event}\n`;
  if (data !== undefined) text += `data: ${data}\n`;
  return Buffer.from(`${text}\n`);
}

export const heartbeatFrame = Buffer.from(":\n\n");

export const notificationFrame = ({ kind, id }: LiveEvent): Buffer =>
  frame({ event: "notification", data: JSON.stringify({ kind, id }) });

/** Events come from now on; those before are not told, so the page loads its data. */
export const readyFrame = frame({ event: "ready", data: "{}" });

export const byeFrame = (reason: ByeReason): Buffer =>
  frame({ event: "bye", data: JSON.stringify({ reason }) });

export const retryFrame = (retryMs: number): Buffer => frame({ retryMs });

/**
 * The event of the hub's argument; undefined when it names no check or ticket. Ids may come as numbers; a very
 * long one is none.
 */
export function readHubEvent(kind: LiveEventKind, argument: unknown): LiveEvent | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  const { lineFaultCheckId, supportTicketId } = argument as Record<string, unknown>;
  const id = kind === "TicketUpdated" ? supportTicketId : lineFaultCheckId;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const text = String(id);
  return text.length > 0 && text.length <= 100 ? { kind, id: text } : undefined;
}
