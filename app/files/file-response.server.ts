import { ReadableStream } from "node:stream/web";
import { create } from "content-disposition";
import { readAhead, textLength } from "#app/limits.ts";
import { failedCall } from "#app/portal-api/errors.ts";
import type { OpenFile } from "#app/portal-api/files-client.ts";
import type { Method } from "#app/portal-api/operation.ts";
import { plainName } from "./plain-name.ts";

export interface SentFile {
  readonly name: string;
  /** Of our own table: what the service says about it is not passed on. */
  readonly contentType: string;
}

/** What failures of opening a file are told by. */
export type FileCall = Readonly<{ method: Method; path: string; failure: string }>;

interface BegunFile {
  /** The file from its beginning; throws where the rest breaks off or is not as long as announced. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Bytes; undefined where neither the service nor its end says. */
  readonly size: number | undefined;
}

const PDF_HEAD_BYTES = 1_024;
/** Nothing in a file can run, also where a browser shows it. */
const FILE_POLICY = "sandbox; default-src 'none'";

/** Sends a file on as it arrives. Throws as {@link beginFile} does; a later failure breaks the download off. */
export async function fileResponse(opened: OpenFile, file: SentFile, call: FileCall): Promise<Response> {
  const begun = await beginFile(opened, file, call);
  return new Response(ReadableStream.from(begun.chunks) as BodyInit, {
    headers: {
      "Content-Type": file.contentType,
      "Content-Disposition": attachment(file.name),
      "Content-Security-Policy": FILE_POLICY,
      // no-transform: compressed on its way it would lose its length.
      "Cache-Control": "no-store, no-transform",
      ...(begun.size === undefined ? {} : { "Content-Length": String(begun.size) }),
    },
  });
}

/** Reads ahead into a file. Throws PortalApiError: `network` if it breaks off, is empty or too short, `malformed` for a gateway's page. */
export async function beginFile(
  { body, size, type }: OpenFile,
  { contentType }: Pick<SentFile, "contentType">,
  call: FileCall,
): Promise<BegunFile> {
  const rest = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const letGo = () => void body.once("error", () => undefined).destroy();
  const refuse = (kind: "network" | "malformed", cause?: unknown) => {
    letGo();
    return failedCall(call, { kind, cause });
  };
  if (/html|json/i.test(type)) throw refuse("malformed");
  const { held, length, isWhole } = await readBeginning(rest).catch((cause: unknown) => {
    // Who has left wants no message.
    throw cause instanceof Error && cause.name === "AbortError" ? cause : refuse("network", cause);
  });
  if (isWhole && (length === 0 || length !== (size ?? length))) throw refuse("network");
  const head = Buffer.concat(held).subarray(0, PDF_HEAD_BYTES);
  if (contentType === "application/pdf" && !head.includes("%PDF-")) throw refuse("malformed");
  return { chunks: inFull(held, rest, size, letGo), size: isWhole ? length : size };
}

async function readBeginning(chunks: AsyncIterator<Uint8Array, undefined>) {
  const held: Uint8Array[] = [];
  const until = performance.now() + readAhead.ms;
  let length = 0;
  while (length < readAhead.bytes && performance.now() < until) {
    const { value, done } = await chunks.next();
    if (done) return { held, length, isWhole: true };
    held.push(value);
    length += value.length;
  }
  return { held, length, isWhole: false };
}

const NOT_AS_ANNOUNCED = "the file is not as long as announced";

async function* inFull(
  held: Uint8Array[],
  rest: AsyncIterator<Uint8Array, undefined>,
  size: number | undefined,
  letGo: () => void,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    const next = async () => held.shift() ?? (await rest.next()).value;
    for (let chunk = await next(); chunk; chunk = await next()) {
      length += chunk.length;
      if (size !== undefined && length > size) throw new Error(NOT_AS_ANNOUNCED);
      yield chunk;
    }
    if (size !== undefined && length < size) throw new Error(NOT_AS_ANNOUNCED);
  } finally {
    letGo();
  }
}

/** A `Content-Disposition` whose name old and new browsers read, and no header can be broken by. */
export function attachment(name: string): string {
  const named = [...plainName(name)].slice(-textLength.downloadName).join("") || "download";
  return create(named, { fallback: named.replace(/[^\x20-\x7e]|[%;]/g, "_") });
}
