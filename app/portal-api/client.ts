import type { z } from "zod";
import { PortalApiError } from "./errors.ts";
import {
  fillPath,
  queryString,
  type Operation,
  type OperationAnswer,
  type OperationInput,
} from "./operation.ts";
import { failureOf, parseAnswer } from "./reply.ts";
import { send, type Reply } from "./transport.ts";

type AnyOperation = Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;

export interface CallOptions {
  /** Milliseconds; shorter than usual for a part that the page can do without. */
  readonly timeoutMs?: number;
  /** Asks anew and keeps nothing, so that an export of many pages needs little memory. */
  readonly fresh?: boolean;
}

/** Who calls. The token is read at each call, since it may be renewed between two calls of a page. */
export interface Caller {
  readonly identityToken: () => string;
  readonly clientId: string | undefined;
  readonly requestId: string;
  /** Aborts reads when the browser leaves. Writes go on, so that their outcome is known. */
  readonly signal?: AbortSignal;
  /** Renews the token that a call was refused with (401); true when the call should be repeated. */
  readonly renew?: (refused: string) => Promise<boolean>;
  /** Told of each finished call: name, outcome, milliseconds. */
  readonly observe?: (call: string, outcome: string, ms: number) => void;
}

export interface PortalApiSettings {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** The longest that any call may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** The portal API for one caller and one request. Equal reads are sent once until something is written. */
export interface PortalApi {
  /** Makes the call and returns its parsed answer. Throws {@link PortalApiError}. */
  call<O extends AnyOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): Promise<OperationAnswer<O>>;
}

/** Binds the API to a caller; make one for each request. */
export function createPortalApi(settings: PortalApiSettings, caller: Caller): PortalApi {
  const reads = new Map<string, Promise<unknown>>();
  return {
    call(operation, input, options = {}) {
      const target = targetOf(operation, input);
      const timeoutMs = Math.min(options.timeoutMs ?? Infinity, settings.timeoutMs);
      const perform = () => performCall(settings, caller, operation, target, timeoutMs);
      if (operation.method !== "GET" || options.fresh) return perform().finally(() => reads.clear()) as never;
      const known = reads.get(target.path) ?? perform();
      reads.set(target.path, known);
      return known as never;
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

async function performCall(
  settings: PortalApiSettings,
  caller: Caller,
  operation: AnyOperation,
  target: Target,
  timeoutMs: number,
): Promise<unknown> {
  const call = `${operation.method} ${operation.path}`;
  const started = performance.now();
  const done = (outcome: string) => caller.observe?.(call, outcome, performance.now() - started);
  try {
    const used = caller.identityToken();
    let reply = await attempt(settings, caller, operation, target, timeoutMs);
    if (reply.status === 401 && (await caller.renew?.(used))) {
      reply = await attempt(settings, caller, operation, target, timeoutMs);
    }
    if (reply.status >= 400) throw failureOf(operation, reply);
    const answer = parseAnswer(operation, reply);
    done("ok");
    return answer;
  } catch (error) {
    done(error instanceof PortalApiError ? error.kind : "aborted");
    throw error;
  }
}

async function attempt(
  settings: PortalApiSettings,
  caller: Caller,
  operation: AnyOperation,
  target: Target,
  timeoutMs: number,
): Promise<Reply> {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  const headers: Record<string, string> = {
    accept: "application/json",
    "ocp-apim-subscription-key": settings.subscriptionKey,
    authorization: `Bearer ${caller.identityToken()}`,
    "x-request-id": caller.requestId,
  };
  if (caller.clientId !== undefined) headers["x-client-id"] = caller.clientId;
  if (target.body !== undefined) headers["content-type"] = "application/json";
  return send({
    call: `${operation.method} ${operation.path}`,
    failure: operation.failure,
    url: `${settings.baseUrl.replace(/\/$/, "")}/${target.path}`,
    method: operation.method,
    headers,
    body: target.body,
    timeoutMs,
    signal: isRead ? caller.signal : undefined,
    retries: isRead ? 1 : 0,
  });
}
