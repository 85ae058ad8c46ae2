import { Agent, request } from "undici";
import { answerBytes, BYTES_PER_VALUE, largeAnswers, upstreamLimits } from "#shared/limits.ts";
import { TimedOut, within } from "#shared/time/within.ts";
import { codeOf, failedCall, isPortalApiError } from "./errors.ts";
import { callName, type Operation } from "./operation.ts";
import { inHttpSpan, withCurrentTraceparent } from "./spans.ts";
import { NotSent, type LargeAnswerPlace, type Upstreams } from "./upstreams.ts";

/** No connection limit: the bulkhead queues instead, because waiting in undici's queue can't time out. */
const agent = new Agent({ pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: 5_000 } });

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface BytesReply extends Omit<Reply, "text"> {
  readonly bytes: Buffer;
}

interface OutgoingRequest {
  readonly operation: Pick<Operation, "method" | "path" | "failure">;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** For everything: queueing, connecting, reading the answer, retries. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Retries after a network fault; we never retry a time-out. */
  readonly retries?: number;
  readonly maxBytes?: number;
  /** Only the status matters; we don't read a success's body. */
  readonly ignoresBody?: boolean;
  readonly upstreams?: Upstreams;
  /** Taken if the answer turns out to be large; the caller leaves it once it has parsed the answer. */
  readonly largeAnswerPlace?: LargeAnswerPlace;
  readonly breaker?: string;
}

export async function send(outgoing: OutgoingRequest): Promise<Reply> {
  const { bytes, ...reply } = await sendForBytes(outgoing);
  return { ...reply, text: new TextDecoder().decode(bytes) };
}

/**
 * Sends a request and reads the whole answer, without following redirects. Throws `network`, `timeout`, `malformed`
 * (too large or compressed) or the abort's reason.
 */
export async function sendForBytes(outgoing: OutgoingRequest): Promise<BytesReply> {
  const { operation, upstreams, signal: callerSignal } = outgoing;
  const call = callName(operation);
  const { breaker = call } = outgoing;
  let started: number | undefined;
  return within({ ms: outgoing.timeoutMs, signal: callerSignal }, async (signal) => {
    const release = await upstreams?.acquire(new URL(outgoing.url).origin, call, signal, breaker);
    started = performance.now();
    try {
      const reply = await exchangeWithRetries(outgoing, signal);
      upstreams?.recordAnswer(breaker);
      return reply;
    } catch (cause) {
      if (isPortalApiError(cause) || outgoing.largeAnswerPlace?.wasMissed) upstreams?.recordAnswer(breaker);
      else if (hasHung(cause, signal, callerSignal, performance.now() - started))
        upstreams?.recordTimeout(breaker);
      throw cause;
    } finally {
      release?.();
    }
  }).catch((cause: unknown) => {
    if (callerSignal?.aborted || isPortalApiError(cause)) throw cause;
    const isTimeout = cause instanceof TimedOut;
    if (isTimeout && started === undefined)
      throw failedCall(operation, { kind: "network", cause: new NotSent("NO_PLACE") });
    throw failedCall(operation, { kind: isTimeout ? "timeout" : "network", cause });
  });
}

/** Whether the call timed out, or its caller aborted it after `impatienceMs`. */
function hasHung(
  cause: unknown,
  signal: AbortSignal,
  callerSignal: AbortSignal | undefined,
  ms: number,
): boolean {
  if (codeOf(cause) === "UND_ERR_CONNECT_TIMEOUT") return true;
  return signal.aborted && (!callerSignal?.aborted || ms >= upstreamLimits.impatienceMs);
}

async function exchangeWithRetries(outgoing: OutgoingRequest, signal: AbortSignal): Promise<BytesReply> {
  const retries = outgoing.retries ?? 0;
  for (let resent = 0; resent < retries; resent += 1) {
    try {
      return await tracedExchange(outgoing, signal, resent);
    } catch (error) {
      const isFinal =
        isPortalApiError(error) || error instanceof NotSent || codeOf(error) === "UND_ERR_CONNECT_TIMEOUT";
      if (isFinal || signal.aborted) throw error;
    }
  }
  return tracedExchange(outgoing, signal, retries);
}

/** Each try has its own span. */
function tracedExchange(outgoing: OutgoingRequest, signal: AbortSignal, resent: number): Promise<BytesReply> {
  return inHttpSpan(callName(outgoing.operation), outgoing.url, () => exchange(outgoing, signal), resent);
}

async function exchange(outgoing: OutgoingRequest, signal: AbortSignal): Promise<BytesReply> {
  const { statusCode, headers, body } = await request(outgoing.url, {
    dispatcher: agent,
    method: outgoing.operation.method,
    // A compressed answer could expand to any size.
    headers: { ...withCurrentTraceparent(outgoing.headers), "accept-encoding": "identity" },
    body: outgoing.body ?? null,
    signal,
  });
  const reply = { status: statusCode, headers };
  if (outgoing.ignoresBody && statusCode < 400) {
    // Reads the body for a moment, so that the connection can be reused.
    const drainTimeout = AbortSignal.timeout(upstreamLimits.drainMs);
    body.dump({ limit: outgoing.maxBytes ?? answerBytes.one, signal: drainTimeout }).catch(() => undefined);
    return { ...reply, bytes: Buffer.alloc(0) };
  }
  const encoding = headers["content-encoding"] ?? "identity";
  const { maxBytes = answerBytes.one } = outgoing;
  const limit = statusCode >= 400 ? Math.min(maxBytes, answerBytes.refusal) : maxBytes;
  const whenLarge = () => outgoing.largeAnswerPlace?.take(signal);
  const bytes = encoding === "identity" ? await readAll(body, limit, whenLarge) : "ENCODED";
  if (typeof bytes !== "string") return { ...reply, bytes };
  body.on("error", () => undefined).destroy();
  if (statusCode >= 400) return { ...reply, bytes: Buffer.alloc(0) };
  throw failedCall(outgoing.operation, {
    kind: "malformed",
    status: statusCode,
    cause: Object.assign(new Error("response can't be read"), { code: bytes }),
  });
}

async function readAll(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  whenLarge: () => Promise<void> | undefined,
): Promise<Buffer | "TOO_LARGE" | "TOO_MANY_VALUES"> {
  const chunks: Buffer[] = [];
  const count = valueCounter();
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return "TOO_LARGE";
    if (count(chunk) > maxBytes / BYTES_PER_VALUE) return "TOO_MANY_VALUES";
    chunks.push(chunk);
    if (length > largeAnswers.fromBytes) await whenLarge();
  }
  return Buffer.concat(chunks);
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/** Counts JSON values as they arrive, so that we never parse an answer with too many. */
function valueCounter(): (chunk: Buffer) => number {
  let values = 0;
  let isInString = false;
  let isEscaped = false;
  return (chunk) => {
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isInString = !isInString;
      else if (isInString) isEscaped = byte === BACKSLASH;
      else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    }
    return values;
  };
}
