import type { Readable } from "node:stream";
import { PortalApiError } from "../portal-api/errors.ts";
import type { OpenFile } from "../portal-api/files-client.ts";
import type { Method } from "../portal-api/operation.ts";

interface SentFile {
  /** As the person's computer will call it. */
  readonly name: string;
  /** Of our own table: what the service says about it is not passed on. */
  readonly contentType: string;
}

interface FileCall {
  readonly method: Method;
  readonly path: string;
  readonly failure: string;
}

const LONGEST_NAME = 150;
/** Nothing in a file can run, also where a browser shows it. */
const FILE_POLICY = "sandbox; default-src 'none'";

/**
 * Sends a file on as it arrives. Waits for its first bytes, so that a failure before them throws PortalApiError and
 * gets its page; a later one breaks the download off, and no browser keeps half a file for a whole one. Who leaves
 * ends the request to the files service, too.
 */
export async function fileResponse(
  { body, size }: OpenFile,
  { name, contentType }: SentFile,
  call: FileCall,
): Promise<Response> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next().catch((cause: unknown) => {
    throw failed(call, cause);
  });
  if (first.done) throw failed(call, new Error("the file is empty"));
  return new Response(toStream(body, chunks, first.value), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": attachment(name),
      "Content-Security-Policy": FILE_POLICY,
      // no-transform: compressed on its way it would lose its length.
      "Cache-Control": "no-store, no-transform",
      ...(size === undefined ? {} : { "Content-Length": String(size) }),
    },
  });
}

/** `attachment` with a name that old and new browsers read (RFC 6266, RFC 5987) and no header can be broken by. */
export function attachment(name: string): string {
  const safe = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/[/\\:*?"<>|]+/g, "-")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  // By characters, so that none is cut in two.
  const named = [...safe].slice(-LONGEST_NAME).join("") || "download";
  const plain = named.replace(/[^\x20-\x7e]/g, "_").replace(/[%;]/g, "_");
  const encoded = encodeURIComponent(named).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function toStream(body: Readable, chunks: AsyncIterator<Uint8Array>, first: Uint8Array) {
  let pending: Uint8Array | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = pending ?? (await chunks.next()).value;
        pending = undefined;
        if (chunk) controller.enqueue(new Uint8Array(chunk));
        else controller.close();
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function failed({ method, path, failure }: FileCall, cause: unknown): PortalApiError {
  return new PortalApiError({ kind: "network", message: failure, call: `${method} ${path}`, cause });
}
