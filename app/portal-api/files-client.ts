import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { Caller } from "./client.ts";
import { PortalApiError, type FailureKind } from "./errors.ts";
import { fillPath, type Method } from "./operation.ts";

/** A call of the files service: its answer is bytes, so only its path and its failure text count. */
interface FileOperation {
  readonly method: Method;
  readonly path: string;
  readonly failure: string;
}

type Params = Readonly<Record<string, string>>;

/** A file on its way. Whoever takes it must read `body` to its end or destroy it. */
export interface OpenFile {
  /** Ends in an error when the service breaks off, also where it sent fewer bytes than it announced. */
  readonly body: Readable;
  /** Bytes; undefined where the service does not say. */
  readonly size: number | undefined;
  /** What the service calls it: 'application/pdf'; empty where it does not say. */
  readonly type: string;
}

export interface FilesSettings {
  /** `FILES_URL`; without it no file can be had. */
  readonly url: string | undefined;
  readonly subscriptionKey: string;
  /** A file may take its time as a whole, but its headers, and each next piece, come within this. */
  readonly timeoutMs: number;
}

/** The files service as one caller sees it. Redirects are not followed: the token stays with the service. */
export interface FilesClient {
  /** HEAD: the file's size, `undefined` where it is not told; false where there is no such file. Throws PortalApiError. */
  check(operation: FileOperation, params: Params): Promise<{ readonly size: number | undefined } | false>;
  /** GET, answered as soon as the headers are in. Throws PortalApiError, `notFound` among its kinds. */
  open(operation: FileOperation, params: Params, signal?: AbortSignal): Promise<OpenFile>;
}

const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 5_000 } });

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
};

/** Binds the files service to a caller. */
export function createFilesClient(settings: FilesSettings, caller: Caller): FilesClient {
  return {
    async check(operation, params) {
      try {
        const reply = await ask(settings, caller, operation, params, caller.signal);
        await reply.body.dump();
        return { size: sizeOf(reply.headers) };
      } catch (error) {
        if (error instanceof PortalApiError && error.kind === "notFound") return false;
        throw error;
      }
    },
    async open(operation, params, signal = caller.signal) {
      const { headers, body } = await ask(settings, caller, operation, params, signal);
      return { body, size: sizeOf(headers), type: String(headers["content-type"] ?? "") };
    },
  };
}

type Reply = Awaited<ReturnType<typeof request>>;

/** A reply that is fine; observed, and asked for once more after a renewed token. */
async function ask(
  settings: FilesSettings,
  caller: Caller,
  operation: FileOperation,
  params: Params,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const call = `${operation.method} ${operation.path}`;
  const started = performance.now();
  const done = (outcome: string) => caller.observe?.(call, outcome, performance.now() - started);
  const attempt = () => send(settings, caller, operation, params, signal);
  const used = caller.identityToken();
  try {
    let reply = await attempt();
    if (reply.statusCode === 401 && (await caller.renew?.(used))) {
      await reply.body.dump();
      reply = await attempt();
    }
    if (reply.statusCode === 200) {
      done("ok");
      return reply;
    }
    await reply.body.dump();
    const kind = KIND_BY_STATUS[reply.statusCode] ?? "failed";
    throw new PortalApiError({ kind, message: operation.failure, call, status: reply.statusCode });
  } catch (error) {
    done(error instanceof PortalApiError ? error.kind : "aborted");
    throw error;
  }
}

async function send(
  { url, subscriptionKey, timeoutMs }: FilesSettings,
  caller: Caller,
  { method, path, failure }: FileOperation,
  params: Params,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const call = `${method} ${path}`;
  if (url === undefined) throw new PortalApiError({ kind: "failed", message: failure, call });
  signal?.throwIfAborted();
  const headers: Record<string, string> = {
    "ocp-apim-subscription-key": subscriptionKey,
    authorization: `Bearer ${caller.identityToken()}`,
    "x-request-id": caller.requestId,
    ...(caller.clientId === undefined ? {} : { "x-client-id": caller.clientId }),
  };
  try {
    return await request(`${url.replace(/\/$/, "")}/${fillPath(path, params)}`, {
      dispatcher: agent,
      method,
      headers,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const late = cause instanceof Error && "code" in cause && cause.code === "UND_ERR_HEADERS_TIMEOUT";
    throw new PortalApiError({ kind: late ? "timeout" : "network", message: failure, call, cause });
  }
}

function sizeOf(headers: Reply["headers"]): number | undefined {
  const size = Number(headers["content-length"] ?? NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
