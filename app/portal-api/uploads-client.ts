import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { uploads } from "#app/limits.ts";
import { headersOf, observed, type Caller, type PortalApiSettings } from "./client.ts";
import { failedCall, isPortalApiError } from "./errors.ts";
import { fillPath } from "./operation.ts";
import { failureOf } from "./reply.ts";
import type { Reply } from "./transport.ts";

/** Where a file goes to: its thing's folder, and in it a container of its own. */
interface UploadPlace {
  readonly clientId: string;
  readonly kind: string;
  readonly id: string;
  readonly container: string;
  readonly fileName: string;
}

/**
 * The file-storage service as one caller sees it: block blobs, whose blocks are no file until they are committed. Once a
 * call got no answer in time at any try, the service is not asked again: each file would wait as long.
 */
export interface UploadsClient {
  /** Sends a block, three times if need be. `number` counts from 0. Throws PortalApiError. */
  putBlock(place: UploadPlace, number: number, block: Uint8Array): Promise<void>;
  /** Makes the file of its first `count` blocks. Throws PortalApiError. */
  commit(place: UploadPlace, count: number, contentType: string): Promise<void>;
}

type Settings = Omit<PortalApiSettings, "baseUrl"> & {
  readonly url: string | undefined;
  /** Before the second try; twice as long before the third. */
  readonly retryMs: number;
};

/** Of their own: storages that hang keep no page from its data. */
const agent = new Agent({
  connections: uploads.connections,
  pipelining: 1,
  keepAliveTimeout: uploads.idleMs,
  keepAliveMaxTimeout: uploads.idleMs,
  maxResponseSize: uploads.answerBytes,
  connect: { timeout: 5_000 },
});

const VERSION = { "x-ms-version": "2021-12-02" };

const call = {
  method: "PUT",
  path: "{clientId}/{kind}/{id}/{container}/{fileName}",
  failure: "Something went wrong.",
} as const;

/** A block's id: base64, and all of one length, as the service demands. */
export const blockId = (number: number) => btoa(String(number).padStart(6, "0"));

export function createUploadsClient(settings: Settings, caller: Caller): UploadsClient {
  const { url, retryMs } = settings;
  const timeoutMs = Math.min(settings.timeoutMs, uploads.callMs);
  let hangs = false;
  const put = async (place: UploadPlace, query: string, body: string | Uint8Array, headers = {}) => {
    if (url === undefined) throw failedCall(call, { kind: "failed" });
    const name = `PUT ${call.path}?${query.split("&")[0]}`;
    const target = `${url}/${fillPath(call.path, { ...place })}?${query}`;
    const attempt = () => {
      const sent = { ...headersOf(settings, caller), ...VERSION, ...headers };
      return sendOnce({ url: target, headers: sent, body }, timeoutMs, caller.signal);
    };
    for (let tried = 1; ; tried += 1) {
      if (hangs) throw failedCall(call, { kind: "timeout" });
      try {
        return await observed(caller, name, attempt, (reply) => {
          if (reply.status >= 400) throw failureOf(call, reply);
        });
      } catch (error) {
        if (tried === uploads.tries) hangs = isPortalApiError(error) && error.kind === "timeout";
        if (tried === uploads.tries || !mayHelp(error)) throw error;
        const pause = Math.min(retryMs * 2 ** (tried - 1), uploads.longestPauseMs);
        await sleep(pause, undefined, { signal: caller.signal });
      }
    }
  };
  return {
    putBlock: (place, number, block) =>
      put(place, `comp=block&blockid=${encodeURIComponent(blockId(number))}`, block),
    commit(place, count, contentType) {
      const blocks = Array.from({ length: count }, (_, number) => `<Latest>${blockId(number)}</Latest>`);
      const list = `<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join("")}</BlockList>`;
      return put(place, "comp=blocklist", list, {
        "content-type": "application/xml",
        "x-ms-blob-content-type": contentType,
      });
    },
  };
}

type Sent = Readonly<{ url: string; headers: Record<string, string>; body: string | Uint8Array }>;

/** One try, which ends in time also while it waits for a connection: undici hears of an abort only behind that. */
async function sendOnce(sent: Sent, timeoutMs: number, left: AbortSignal | undefined): Promise<Reply> {
  left?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signal = AbortSignal.any([late.signal, ...(left ? [left] : [])]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  let taken: Reply | undefined;
  try {
    return await Promise.race([answerTo(sent, signal, (reply) => (taken = reply)), aborted]);
  } catch (cause) {
    // Of a success its status says all, however its answer ends.
    if (taken) return taken;
    if (left?.aborted) throw left.reason;
    throw failedCall(call, { kind: late.signal.aborted ? "timeout" : "network", cause });
  } finally {
    clearTimeout(timer);
  }
}

async function answerTo(
  { url, headers, body }: Sent,
  signal: AbortSignal,
  onSuccess: (reply: Reply) => void,
): Promise<Reply> {
  const answer = await request(url, { dispatcher: agent, method: call.method, headers, body, signal });
  const reply = { status: answer.statusCode, headers: answer.headers, text: "" };
  if (reply.status < 400) onSuccess(reply);
  return { ...reply, text: await answer.body.text() };
}

const PASSING_STATUSES = new Set([408, 429]);

/** Whether the same call may end otherwise in a moment. */
function mayHelp(error: unknown): boolean {
  if (!isPortalApiError(error)) return false;
  const { kind, status = 0 } = error;
  return kind === "network" || kind === "timeout" || status >= 500 || PASSING_STATUSES.has(status);
}
