import type { z } from "zod";
import { answerBytes } from "#shared/limits.ts";
import { PortalApiError } from "./errors.ts";
import {
  callName,
  fillPath,
  queryString,
  type Operation,
  type OperationAnswer,
  type OperationInput,
} from "./operation.ts";
import { failureOf, parseAnswer } from "./reply.ts";
import { send } from "./transport.ts";
import type { Upstreams } from "./upstreams.ts";

type AnyOperation = Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;

export interface CallOptions {
  readonly timeoutMs?: number;
  /** Bypasses and clears this request's cache of reads, e.g. for exports with many pages. */
  readonly fresh?: boolean;
}

/** Who calls the API. Their token may be renewed between two calls in one request. */
export interface Caller {
  readonly identityToken: () => string;
  readonly clientId: string | undefined;
  /** Counts towards this person's limit for parallel downloads. */
  readonly person?: string;
  readonly requestId: string;
  /** The request's place in a distributed trace (W3C). */
  readonly traceparent?: string;
  /** Aborts reads. Writes are never aborted, so that we know their outcome. */
  readonly signal?: AbortSignal;
  /** Renews a token that was refused with a 401; true if the call should be repeated. */
  readonly renew?: (refusedToken: string) => Promise<boolean>;
  readonly observe?: (call: string, outcome: string, ms: number) => void;
}

export interface PortalApiSettings {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly timeoutMs: number;
  readonly answerBytes?: Readonly<Record<"one" | "list", number>>;
  /** If it's missing, there are no limits and no circuit breaker. */
  readonly upstreams?: Upstreams;
  /** Called for each display-only field in an answer that doesn't match its schema. */
  readonly onUnexpectedField?: (call: string, field: string) => void;
}

/** The portal API for one caller and request. Equal reads are only sent once, until something is written. */
export interface PortalApi {
  /** Makes the call and returns its parsed answer. Throws {@link PortalApiError}. */
  call<O extends AnyOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): Promise<OperationAnswer<O>>;
}

export function createPortalApi(settings: PortalApiSettings, caller: Caller): PortalApi {
  const reads = new Map<string, Promise<unknown>>();
  return {
    call(operation, input, options = {}) {
      const target = targetOf(operation, input);
      const timeoutMs = Math.min(options.timeoutMs ?? Infinity, settings.timeoutMs);
      const makeCall = () => performCall(settings, caller, operation, target, timeoutMs);
      if (operation.method !== "GET" || options.fresh)
        return makeCall().finally(() => reads.clear()) as Promise<OperationAnswer<typeof operation>>;
      const cached = reads.get(target.path) ?? makeCall();
      reads.set(target.path, cached);
      return cached as Promise<OperationAnswer<typeof operation>>;
    },
  };
}

interface Target {
  readonly path: string;
  readonly body: string | undefined;
}

function targetOf(operation: AnyOperation, input: object): Target {
  const { params, query, body } = input as Record<string, unknown>;
  const filled = fillPath(operation.path, operation.params?.parse(params) as Record<string, unknown>);
  const search = queryString(operation.query?.parse(query) as Record<string, unknown>);
  const json = operation.body ? JSON.stringify(operation.body.parse(body)) : undefined;
  return { path: filled.replace(/^\//, "") + search, body: json };
}

function performCall(
  settings: PortalApiSettings,
  caller: Caller,
  operation: AnyOperation,
  { path, body }: Target,
  timeoutMs: number,
): Promise<unknown> {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  const call = callName(operation);
  const deadline = performance.now() + timeoutMs;
  // Not for writes, so that a write that has reached the API isn't reported as unsent.
  const largeAnswerPlace = isRead ? settings.upstreams?.placeForLargeAnswer(call) : undefined;
  const attempt = () =>
    send({
      operation,
      url: `${settings.baseUrl.replace(/\/$/, "")}/${path}`,
      headers: {
        accept: "application/json",
        ...headersOf(settings, caller),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body,
      timeoutMs: deadline - performance.now(),
      signal: isRead ? caller.signal : undefined,
      retries: isRead ? 1 : 0,
      maxBytes: (settings.answerBytes ?? answerBytes)[operation.isList ? "list" : "one"],
      upstreams: settings.upstreams,
      largeAnswerPlace,
      // Calls with a shorter time-out have their own breaker, so that their time-outs don't block calls that may take longer.
      breaker: timeoutMs < settings.timeoutMs ? `${call} within ${timeoutMs} ms` : call,
    });
  return callWithRenewal(caller, operation, attempt, (reply) => {
    if (reply.status >= 400) throw failureOf(operation, reply);
    return parseAnswer(operation, reply, settings.onUnexpectedField);
  }).finally(() => largeAnswerPlace?.leave());
}

/** Makes a call, repeats it with a renewed token after a 401, reads the reply, and reports the outcome to the observer. */
export async function callWithRenewal<R extends { readonly status: number }, A>(
  caller: Caller,
  operation: Pick<Operation, "method" | "path">,
  attempt: () => Promise<R>,
  read: (reply: R) => A | Promise<A>,
): Promise<A> {
  const started = performance.now();
  const report = (outcome: string) =>
    caller.observe?.(callName(operation), outcome, performance.now() - started);
  try {
    const usedToken = caller.identityToken();
    let reply = await attempt();
    if (reply.status === 401 && (await caller.renew?.(usedToken))) reply = await attempt();
    const answer = await read(reply);
    report("ok");
    return answer;
  } catch (error) {
    report(error instanceof PortalApiError ? error.kind : caller.signal?.aborted ? "aborted" : "failed");
    throw error;
  }
}

export function headersOf(
  { subscriptionKey }: { readonly subscriptionKey: string },
  { identityToken, requestId, traceparent, clientId }: Caller,
): Record<string, string> {
  return {
    "ocp-apim-subscription-key": subscriptionKey,
    authorization: `Bearer ${identityToken()}`,
    "x-request-id": requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(clientId === undefined ? {} : { "x-client-id": clientId }),
  };
}
