import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import { timeouts, upstreamLimits } from "#shared/limits.ts";
import { TimedOut, within } from "#shared/time/within.ts";
import {
  callWithRenewal,
  createPortalApi,
  headersOf,
  type Caller,
  type CallOptions,
  type PortalApiSettings,
} from "./client.ts";
import { failedCall, isPortalApiError, unlessNotFound, type FailureKind } from "./errors.ts";
import type { Folder } from "./files.ts";
import { callName, fillPath, type Operation, type OperationInput } from "./operation.ts";
import { inHttpSpan, withCurrentTraceparent } from "./spans.ts";
import { send } from "./transport.ts";
import { Bulkhead } from "./upstreams.ts";

type FileOperation = Pick<Operation, "method" | "path" | "failure">;
type Params = Readonly<Record<string, string>>;

/** A download in progress. Its `body` must be read to the end or destroyed. */
export interface OpenFile {
  /** Fails if the service disconnects, takes too long or sends fewer bytes than announced. */
  readonly body: Readable;
  readonly size: number | undefined;
  readonly type: string;
}

type Settings = Omit<PortalApiSettings, "baseUrl"> & { readonly url: string | undefined };

type FolderParams = OperationInput<Folder["list"]>["params"];
export type FilesClient = ReturnType<typeof createFilesClient>;

/** Downloads have their own connections, because slow readers keep them open for a long time. */
const agent = new Agent({ pipelining: 1, connect: { timeout: 5_000 } });
const downloads = new Bulkhead(upstreamLimits.downloads);

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
};

/** The files service for one caller. It doesn't follow redirects, so that no other server gets the token. */
export function createFilesClient(settings: Settings, caller: Caller) {
  const requestFile = <R extends { readonly status: number }>(
    operation: FileOperation,
    attempt: () => Promise<R>,
  ) =>
    callWithRenewal(caller, operation, attempt, (reply) => {
      if (reply.status === 200) return reply;
      const kind = KIND_BY_STATUS[reply.status] ?? "failed";
      throw failedCall(operation, { kind, status: reply.status });
    });
  return {
    /** The files in a folder; empty if there's no such folder. Throws PortalApiError. */
    async list(operation: Folder["list"], params: FolderParams, options?: CallOptions) {
      const { url: baseUrl, ...rest } = settings;
      if (baseUrl === undefined) return [];
      const api = createPortalApi({ ...rest, baseUrl }, caller);
      return (await unlessNotFound(api.call(operation, { params }, options))) ?? [];
    },
    /** Whether the file exists. Throws PortalApiError. */
    async check(operation: FileOperation, params: Params, options?: CallOptions) {
      if (settings.url === undefined) return false;
      const deadline = performance.now() + Math.min(options?.timeoutMs ?? Infinity, settings.timeoutMs);
      const attempt = () =>
        send({
          operation,
          url: addressOf(settings, operation, params),
          headers: headersOf(settings, caller),
          timeoutMs: deadline - performance.now(),
          signal: caller.signal,
          retries: 1,
          upstreams: settings.upstreams,
        });
      const reply = await unlessNotFound(requestFile(operation, attempt));
      return reply !== undefined && { size: sizeOf(reply.headers) };
    },
    async open(operation: FileOperation, params: Params, signal = caller.signal): Promise<OpenFile> {
      const attempt = () => startDownload(settings, caller, operation, params, signal);
      const { headers, body } = await requestFile(operation, attempt);
      if ((headers["content-encoding"] ?? "identity") !== "identity") {
        body.on("error", () => undefined).destroy();
        throw failedCall(operation, { kind: "malformed" });
      }
      return { body, size: sizeOf(headers), type: String(headers["content-type"] ?? "") };
    },
  };
}

function addressOf({ url = "" }: Settings, operation: FileOperation, params: Params): string {
  return `${url.replace(/\/$/, "")}/${fillPath(operation.path, params)}`;
}

/** Waits for a place in the bulkhead and for the headers. The place is released once the body has ended. */
async function startDownload(
  settings: Settings,
  caller: Caller,
  operation: FileOperation,
  params: Params,
  callerSignal: AbortSignal | undefined,
) {
  const { url, timeoutMs } = settings;
  if (url === undefined) throw failedCall(operation, { kind: "failed" });
  try {
    return await within({ ms: timeoutMs, signal: callerSignal }, async (signal) => {
      const release = await downloads.acquire(caller.person ?? "", signal);
      const downloadTimeout = new AbortController();
      const timer = setTimeout(() => downloadTimeout.abort(new Error("too slow")), timeouts.downloadMs);
      const done = () => {
        clearTimeout(timer);
        release();
      };
      try {
        const address = addressOf(settings, operation, params);
        const answer = await inHttpSpan(callName(operation), address, async () => {
          const { statusCode, headers, body } = await request(address, {
            dispatcher: agent,
            method: operation.method,
            headers: {
              ...withCurrentTraceparent(headersOf(settings, caller)),
              "accept-encoding": "identity",
            },
            bodyTimeout: timeoutMs,
            // Also the caller's own, because `within` ends before the body does.
            signal: AbortSignal.any([
              signal,
              downloadTimeout.signal,
              ...(callerSignal ? [callerSignal] : []),
            ]),
          });
          return { status: statusCode, headers, body };
        });
        answer.body.once("close", done);
        if (answer.status !== 200) answer.body.on("error", () => undefined).destroy();
        return answer;
      } catch (error) {
        done();
        throw error;
      }
    });
  } catch (cause) {
    if (callerSignal?.aborted || isPortalApiError(cause)) throw cause;
    const kind = cause instanceof TimedOut ? "timeout" : "network";
    throw failedCall(operation, { kind, cause });
  }
}

function sizeOf(headers: Readonly<Record<string, unknown>>): number | undefined {
  const size = Number(headers["content-length"] ?? NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}
