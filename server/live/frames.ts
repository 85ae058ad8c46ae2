import { liveKindOf, type LiveEvent } from "#shared/live-kinds.ts";

/** Why a stream was ended: the browser comes back after a while if `evicted`, but never if `signed-out`. */
export type EndReason = "evicted" | "signed-out";

/** One event of `text/event-stream`, as bytes that all streams can share. JSON escapes line breaks. */
const eventOf = (name: string, data: object): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

export const heartbeatFrame = Buffer.from(":\n\n");

export const eventFrame = ({ kind, id }: LiveEvent): Buffer => eventOf("notification", { kind, id });

/** Events arrive from now on. The page must load its data, because earlier events are lost. */
export const readyFrame = eventOf("ready", {});

export const endFrame = (reason: EndReason): Buffer => eventOf("bye", { reason });

export const retryFrame = (retryMs: number): Buffer => Buffer.from(`retry: ${Math.round(retryMs)}\n\n`);

/** Reads the hub's argument; undefined if it has no id of a line test or ticket, which may be a number. */
export function readHubEvent(kind: string, argument: unknown): LiveEvent | undefined {
  const id = (Object(argument) as Record<string, unknown>)[liveKindOf(kind).idField];
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const text = String(id);
  return text.length > 0 && text.length <= 100 ? { kind, id: text } : undefined;
}
