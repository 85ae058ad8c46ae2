import { ReadableStream } from "node:stream/web";
import { create } from "content-disposition";
import { safeFileName } from "#shared/file-name.ts";
import { fileReadAhead, textLength } from "#shared/limits.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import type { OpenFile } from "#shared/portal-api/files-client.ts";
import type { Method } from "#shared/portal-api/operation.ts";

export interface SentFile {
  readonly name: string;
  /** Set by the portal, because we don't trust the file service's content type. */
  readonly contentType: string;
}

export type FileCall = Readonly<{ method: Method; path: string; failure: string }>;

const PDF_HEAD_BYTES = 1_024;
/** A file can't run scripts, even if a browser displays it. */
const FILE_POLICY = "sandbox; default-src 'none'";

/** Streams a file. Throws as {@link beginFile} does; a later failure aborts the download. */
export async function fileResponse(opened: OpenFile, file: SentFile, call: FileCall): Promise<Response> {
  const started = await beginFile(opened, file, call);
  return new Response(ReadableStream.from(started.chunks) as BodyInit, {
    headers: {
      "Content-Type": file.contentType,
      "Content-Disposition": attachment(file.name),
      "Content-Security-Policy": FILE_POLICY,
      // no-transform, because a proxy that compresses would drop Content-Length.
      "Cache-Control": "no-store, no-transform",
      ...(started.size === undefined ? {} : { "Content-Length": String(started.size) }),
    },
  });
}

/**
 * Reads a file's beginning. `chunks` yields the whole file, and throws if it's cut short or isn't as long as announced;
 * `size` is undefined if that's unknown. Throws PortalApiError: `network` if it's cut off or empty, `malformed` if it's an
 * error page.
 */
export async function beginFile(
  { body, size, type }: OpenFile,
  { contentType }: Pick<SentFile, "contentType">,
  call: FileCall,
) {
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const release = () => void body.once("error", () => undefined).destroy();
  const refuse = (kind: "network" | "malformed", cause?: unknown) => {
    release();
    return failedCall(call, { kind, cause });
  };
  if (/html|json/i.test(type)) throw refuse("malformed");
  const { buffered, length, isWhole } = await readFirstChunks(iterator).catch((cause: unknown) => {
    // The browser has disconnected, so no one would see a message.
    throw cause instanceof Error && cause.name === "AbortError" ? cause : refuse("network", cause);
  });
  if (isWhole && (length === 0 || length !== (size ?? length))) throw refuse("network");
  const head = Buffer.concat(buffered).subarray(0, PDF_HEAD_BYTES);
  if (contentType === "application/pdf" && !head.includes("%PDF-")) throw refuse("malformed");
  return { chunks: streamChunks(buffered, iterator, size, release), size: isWhole ? length : size };
}

async function readFirstChunks(chunks: AsyncIterator<Uint8Array, undefined>) {
  const buffered: Uint8Array[] = [];
  const deadline = performance.now() + fileReadAhead.ms;
  let length = 0;
  while (length < fileReadAhead.bytes && performance.now() < deadline) {
    const { value, done } = await chunks.next();
    if (done) return { buffered, length, isWhole: true };
    buffered.push(value);
    length += value.length;
  }
  return { buffered, length, isWhole: false };
}

const WRONG_LENGTH = "the file is not as long as announced";

async function* streamChunks(
  buffered: Uint8Array[],
  iterator: AsyncIterator<Uint8Array, undefined>,
  size: number | undefined,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    const next = async () => buffered.shift() ?? (await iterator.next()).value;
    for (let chunk = await next(); chunk; chunk = await next()) {
      length += chunk.length;
      if (size !== undefined && length > size) throw new Error(WRONG_LENGTH);
      yield chunk;
    }
    if (size !== undefined && length < size) throw new Error(WRONG_LENGTH);
  } finally {
    release();
  }
}

/** The response for a file that the portal makes itself. */
export const generatedFile = (body: BodyInit, name: string, type: string, cacheControl = "no-store") =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": attachment(name),
      "Cache-Control": cacheControl,
    },
  });

/** A `Content-Disposition` with the file name, safe against header injection. */
export function attachment(name: string): string {
  // Keeps the end of a long name, because that has the extension.
  const fileName = [...safeFileName(name)].slice(-textLength.downloadName).join("") || "download";
  return create(fileName, { fallback: fileName.replace(/[^\x20-\x7e]|[%;]/g, "_") });
}
