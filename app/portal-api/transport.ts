import { Agent, request } from "undici";
import { PortalApiError } from "./errors.ts";

/** More than any page of a list; beyond it an answer is broken off. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const agent = new Agent({
  connections: 128,
  pipelining: 1,
  keepAliveTimeout: 30_000,
  maxResponseSize: MAX_ANSWER_BYTES,
  connect: { timeout: 5_000 },
});

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Sending {
  readonly call: string;
  readonly failure: string;
  readonly url: string;
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** How often to repeat after a network fault; never after a time-out. */
  readonly retries: number;
}

/** Sends a request and reads its whole answer in time. Throws `network`, `timeout` or the reason of an abort. */
export async function send(sending: Sending): Promise<Reply> {
  for (let left = sending.retries; ; left -= 1) {
    try {
      return await sendOnce(sending);
    } catch (error) {
      const again = error instanceof PortalApiError && error.kind === "network" && left > 0;
      if (!again) throw error;
    }
  }
}

async function sendOnce(sending: Sending): Promise<Reply> {
  const { signal } = sending;
  signal?.throwIfAborted();
  // Not AbortSignal.timeout, whose timer outlives the call and holds 1 KB for half a minute.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), sending.timeoutMs);
  try {
    const { statusCode, headers, body } = await request(sending.url, {
      dispatcher: agent,
      method: sending.method,
      headers: sending.headers,
      body: sending.body ?? null,
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
    });
    return { status: statusCode, headers, text: await body.text() };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const kind = late.signal.aborted ? "timeout" : "network";
    throw new PortalApiError({ kind, message: sending.failure, call: sending.call, cause });
  } finally {
    clearTimeout(timer);
  }
}
