import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import {
  createPortalApi,
  headersOf,
  observed,
  type Caller,
  type CallOptions,
  type PortalApiSettings,
} from "./client.ts";
import { failedCall, unlessNotFound, type FailureKind } from "./errors.ts";
import type { Folder } from "./files.ts";
import { fillPath, type Method, type OperationAnswer, type OperationInput } from "./operation.ts";

type FileOperation = Readonly<{ method: Method; path: string; failure: string }>;
type Params = Readonly<Record<string, string>>;

/** A file on its way, whose `body` must be read to its end or destroyed. */
export interface OpenFile {
  /** Ends in an error when the service breaks off or sends fewer bytes than it announced. */
  readonly body: Readable;
  readonly size: number | undefined;
  readonly type: string;
}

type Settings = Omit<PortalApiSettings, "baseUrl"> & { readonly url: string | undefined };

/** The files service as one caller sees it. Redirects are not followed, so that the token stays with the service. */
export interface FilesClient {
  /** What lies in the folder of the thing; nothing where it has none. Throws PortalApiError. */
  list(
    operation: Folder["list"],
    params: OperationInput<Folder["list"]>["params"],
    options?: CallOptions,
  ): Promise<OperationAnswer<Folder["list"]>>;
  /** False where there is no such file. Throws PortalApiError. */
  check(operation: FileOperation, params: Params): Promise<Pick<OpenFile, "size"> | false>;
  /** Answers once the headers are in. Throws PortalApiError, also `notFound`. */
  open(operation: FileOperation, params: Params, signal?: AbortSignal): Promise<OpenFile>;
}

const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 5_000 } });

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
};

export function createFilesClient(settings: Settings, caller: Caller): FilesClient {
  const ask = (operation: FileOperation, params: Params, signal?: AbortSignal) => {
    const attempt = () => send(settings, caller, operation, params, signal);
    return observed(caller, `${operation.method} ${operation.path}`, attempt, (reply) => {
      if (reply.status === 200) return reply;
      const kind = KIND_BY_STATUS[reply.status] ?? "failed";
      throw failedCall(operation, { kind, status: reply.status });
    });
  };
  return {
    async list(operation, params, options) {
      const { url: baseUrl, ...rest } = settings;
      if (baseUrl === undefined) return [];
      const api = createPortalApi({ ...rest, baseUrl }, caller);
      return (await unlessNotFound(api.call(operation, { params }, options))) ?? [];
    },
    async check(operation, params) {
      if (settings.url === undefined) return false;
      const found = await unlessNotFound(ask(operation, params, caller.signal));
      await found?.body.dump();
      return found !== undefined && { size: sizeOf(found.headers) };
    },
    async open(operation, params, signal = caller.signal) {
      const { headers, body } = await ask(operation, params, signal);
      return { body, size: sizeOf(headers), type: String(headers["content-type"] ?? "") };
    },
  };
}

async function send(
  { url, subscriptionKey, timeoutMs }: Settings,
  caller: Caller,
  operation: FileOperation,
  params: Params,
  signal: AbortSignal | undefined,
) {
  if (url === undefined) throw failedCall(operation, { kind: "failed" });
  signal?.throwIfAborted();
  try {
    const { statusCode, headers, body } = await request(
      `${url.replace(/\/$/, "")}/${fillPath(operation.path, params)}`,
      {
        dispatcher: agent,
        method: operation.method,
        headers: headersOf({ subscriptionKey }, caller),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        ...(signal ? { signal } : {}),
      },
    );
    if (statusCode !== 200) await body.dump();
    return { status: statusCode, headers, body };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const late = cause instanceof Error && "code" in cause && cause.code === "UND_ERR_HEADERS_TIMEOUT";
    throw failedCall(operation, { kind: late ? "timeout" : "network", cause });
  }
}

function sizeOf(headers: Readonly<Record<string, unknown>>): number | undefined {
  const size = Number(headers["content-length"] ?? NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
