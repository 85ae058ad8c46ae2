import type { IncomingMessage } from "node:http";
import { readUpTo } from "#server/bounded-fetch.ts";
import { shortenFileName } from "#shared/file-name.ts";
import { postLimits } from "#shared/limits.ts";
import { FormTooLarge, MalformedForm, MultipartReader, type FormPart } from "./multipart.ts";

/** A file that the browser is sending. Reading the next file discards whatever is left unread. */
export interface PostedFile {
  /** The name from the browser, without folders, shortened if it's too long. */
  readonly name: string;
  /** Throws if the browser disconnects; `truncated` if the file is larger than the limit. */
  readonly body: AsyncIterable<Uint8Array> & { readonly truncated?: boolean };
}

/** A multipart form: the fields before its first file, and the files, which are read on demand. */
export interface PostedForm {
  readonly fields: URLSearchParams;
  /** Undefined if no file was chosen. Throws {@link FieldBehindFiles} at the end, and MultipartReader's errors. */
  readonly files: AsyncIterable<PostedFile> | undefined;
}

interface FormLimits {
  /** For the whole body. */
  readonly bytes: number;
  /** For each file. */
  readonly fileBytes: number;
}

/** The form has fields after its files, which we don't read. */
class FieldBehindFiles extends Error {
  override readonly name = "FieldBehindFiles";
}

/**
 * Reads a multipart body up to its first file, whose name becomes a field, so that a form that's shown again can ask
 * for the file, because browsers don't keep it. Rejects with {@link MalformedForm}, {@link FormTooLarge}, or the
 * request's error on a disconnect.
 */
export async function readPostedForm(req: IncomingMessage, limits: FormLimits): Promise<PostedForm> {
  const reader = new MultipartReader(req.headers["content-type"] ?? "", chunksOf(req, limits.bytes));
  const fields = new URLSearchParams();
  let fieldBytesLeft: number = postLimits.bytes;
  for (let part = await reader.next(); part; part = await reader.next()) {
    const { name, fileName } = part;
    fieldBytesLeft -= Buffer.byteLength(name);
    if (fileName) {
      fields.append(name, nameOf(fileName));
      return { fields, files: filesFrom(part, reader, limits.fileBytes) };
    }
    const value = (await readUpTo(fieldBytesLeft, part.content))?.toString();
    if (value === undefined || fieldBytesLeft < 0) throw new FormTooLarge("the fields are too long in total");
    fieldBytesLeft -= Buffer.byteLength(value);
    if (fileName === undefined) fields.append(name, value);
    else if (value !== "") throw new MalformedForm("a file has no name");
  }
  return { fields, files: undefined };
}

/** Reads the body in chunks. A browser that sends nothing for too long counts as disconnected. */
function chunksOf(req: IncomingMessage, maxBytes: number): () => Promise<Buffer | undefined> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  let bytes = 0;
  return async () => {
    const timer = setTimeout(() => req.destroy(new Error("The browser stopped sending")), postLimits.idleMs);
    const { value } = await chunks.next().finally(() => clearTimeout(timer));
    bytes += value?.length ?? 0;
    if (bytes > maxBytes) throw new FormTooLarge("the form is too long");
    return value;
  };
}

async function* filesFrom(
  first: FormPart,
  reader: MultipartReader,
  maxBytes: number,
): AsyncGenerator<PostedFile> {
  let hasFieldAfterFiles = false;
  for (let part: FormPart | undefined = first; part; part = await reader.next()) {
    if (part.fileName) yield { name: nameOf(part.fileName), body: upTo(maxBytes, part) };
    else hasFieldAfterFiles ||= part.fileName === undefined;
  }
  if (hasFieldAfterFiles) throw new FieldBehindFiles("The form has more fields after the files");
}

function upTo(maxBytes: number, { content }: FormPart): PostedFile["body"] {
  const body = {
    truncated: false,
    async *[Symbol.asyncIterator]() {
      let bytes = 0;
      for await (const piece of content) {
        bytes += piece.length;
        body.truncated = bytes > maxBytes;
        if (body.truncated) return;
        yield piece;
      }
    },
  };
  return body;
}

const nameOf = (fileName: string) =>
  shortenFileName(fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1));
