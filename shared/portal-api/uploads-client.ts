import { setTimeout as sleep } from "node:timers/promises";
import { uploads } from "#shared/limits.ts";
import { callWithRenewal, headersOf, type Caller, type PortalApiSettings } from "./client.ts";
import { failedCall, isPortalApiError } from "./errors.ts";
import { fillPath } from "./operation.ts";
import { failureOf } from "./reply.ts";
import { send } from "./transport.ts";

/** Where a file goes: the folder for the ticket (or other `kind`), and a container in it. */
interface UploadPlace {
  readonly clientId: string;
  readonly kind: string;
  readonly id: string;
  readonly container: string;
  readonly fileName: string;
}

export type UploadsClient = ReturnType<typeof createUploadsClient>;

type Settings = Omit<PortalApiSettings, "baseUrl"> & {
  readonly url: string | undefined;
  readonly retryMs: number;
};

const VERSION_HEADER = { "x-ms-version": "2021-12-02" };

const call = {
  method: "PUT",
  path: "{clientId}/{kind}/{id}/{container}/{fileName}",
  failure: "Something went wrong.",
} as const;

/** A block's id in base64. All of a file's ids have the same length, as the service requires. */
export const blockId = (number: number) => btoa(String(number).padStart(6, "0"));

/** The upload service for one caller. After a call whose last try timed out, this request's other calls fail at once, because each would wait just as long. */
export function createUploadsClient(settings: Settings, caller: Caller) {
  const { url, retryMs, upstreams } = settings;
  const timeoutMs = Math.min(settings.timeoutMs, uploads.callMs);
  let hasTimedOut = false;
  const putBlob = async (place: UploadPlace, query: string, body: string | Uint8Array, headers = {}) => {
    if (url === undefined) throw failedCall(call, { kind: "failed" });
    const operation = { ...call, path: `${call.path}?${query.split("&")[0]}` };
    const attempt = () =>
      send({
        operation,
        url: `${url}/${fillPath(call.path, { ...place })}?${query}`,
        headers: { ...headersOf(settings, caller), ...VERSION_HEADER, ...headers },
        body,
        timeoutMs,
        signal: caller.signal,
        ignoresBody: true,
        maxBytes: uploads.answerBytes,
        upstreams,
      });
    if (hasTimedOut) throw failedCall(call, { kind: "timeout" });
    const putOnce = () =>
      callWithRenewal(caller, operation, attempt, (reply) => {
        const isBlock = typeof body !== "string";
        if (reply.status >= (isBlock ? 400 : 300)) throw failureOf(call, reply);
      });
    for (let tries = 1; tries < uploads.tries; tries += 1) {
      try {
        return await putOnce();
      } catch (error) {
        if (!isWorthRetrying(error)) throw error;
        const pause = Math.min(retryMs * 2 ** (tries - 1), uploads.longestPauseMs);
        await sleep(pause, undefined, { signal: caller.signal });
      }
    }
    return putOnce().catch((error: unknown) => {
      hasTimedOut ||= isPortalApiError(error) && error.kind === "timeout";
      throw error;
    });
  };
  return {
    /** Sends a block, trying up to three times. A redirect counts as stored, because the commit fails without the block. `number` counts from 0. Throws PortalApiError. */
    putBlock: (place: UploadPlace, number: number, block: Uint8Array) =>
      putBlob(place, `comp=block&blockid=${encodeURIComponent(blockId(number))}`, block),
    /** Makes a file from its first `count` blocks. Throws PortalApiError, even for a redirect, which may lead to a sign-in. */
    commit(place: UploadPlace, count: number, contentType: string) {
      const blocks = Array.from({ length: count }, (_, number) => `<Latest>${blockId(number)}</Latest>`);
      const list = `<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join("")}</BlockList>`;
      return putBlob(place, "comp=blocklist", list, {
        "content-type": "application/xml",
        "x-ms-blob-content-type": contentType,
      });
    },
  };
}

const TEMPORARY_STATUSES = new Set([408, 429]);

function isWorthRetrying(error: unknown): boolean {
  if (!isPortalApiError(error)) return false;
  const { kind, status = 0 } = error;
  return kind === "network" || kind === "timeout" || status >= 500 || TEMPORARY_STATUSES.has(status);
}
