import type { IncomingMessage } from "node:http";
import { shortName } from "#app/files/plain-name.ts";
import { posted } from "#app/limits.ts";
import { FormTooLarge, MalformedForm, MultipartReader, type FormPart } from "./multipart.ts";

/** A file on its way from the browser. What is not read of it is thrown away when the next one is asked for. */
export interface PostedFile {
  /** As the browser sent it, without folders, and no longer than a name may be. */
  readonly name: string;
  /** Throws when the browser leaves; `truncated` where the file went on beyond the limit. */
  readonly body: AsyncIterable<Uint8Array> & { readonly truncated?: boolean };
}

/** A multipart form: the fields before its first file, and the files, each read as it is asked for. */
export interface PostedForm {
  readonly fields: URLSearchParams;
  /** Undefined where no file was chosen. Throws {@link FieldBehindFiles} at its end, and what the body is at fault for. */
  readonly files: AsyncIterable<PostedFile> | undefined;
}

interface FormLimits {
  /** Of the body. */
  readonly bytes: number;
  /** Of each file. */
  readonly fileBytes: number;
}

/** The form goes on behind its files, where nobody reads it. */
class FieldBehindFiles extends Error {
  override readonly name = "FieldBehindFiles";
}

/**
 * Reads a multipart body up to its first file and no further. Under the file control's name the fields tell that
 * file's name, so that a form which comes back without its files can say so. Rejects with {@link MalformedForm},
 * {@link FormTooLarge}, and with the request's own error when the browser leaves.
 */
export async function readPostedForm(req: IncomingMessage, limits: FormLimits): Promise<PostedForm> {
  const reader = new MultipartReader(req.headers["content-type"] ?? "", chunksOf(req, limits.bytes));
  const fields = new URLSearchParams();
  let left: number = posted.bytes;
  for (let part = await reader.next(); part; part = await reader.next()) {
    const { name, fileName } = part;
    left -= Buffer.byteLength(name);
    if (fileName) {
      fields.append(name, nameOf(fileName));
      return { fields, files: filesFrom(part, reader, limits.fileBytes) };
    }
    const value = await textOf(part, left);
    left -= Buffer.byteLength(value);
    if (fileName === undefined) fields.append(name, value);
    else if (value !== "") throw new MalformedForm("a file has no name");
  }
  return { fields, files: undefined };
}

/** The body, one piece after the other. A browser that sends nothing while the portal would read is gone. */
function chunksOf(req: IncomingMessage, most: number): () => Promise<Buffer | undefined> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  let bytes = 0;
  return async () => {
    const timer = setTimeout(() => req.destroy(new Error("The browser sends nothing")), posted.idleMs);
    const { value } = await chunks.next().finally(() => clearTimeout(timer));
    bytes += value?.length ?? 0;
    if (bytes > most) throw new FormTooLarge("the form is too long");
    return value;
  };
}

async function textOf({ content }: FormPart, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let left = most;
  for await (const piece of content) {
    pieces.push(piece);
    left -= piece.length;
    if (left < 0) break;
  }
  if (left < 0) throw new FormTooLarge("the fields are too long together");
  return Buffer.concat(pieces).toString();
}

async function* filesFrom(
  first: FormPart,
  reader: MultipartReader,
  most: number,
): AsyncGenerator<PostedFile> {
  let isFieldBehind = false;
  for (let part: FormPart | undefined = first; part; part = await reader.next()) {
    if (part.fileName) yield { name: nameOf(part.fileName), body: upTo(most, part) };
    else isFieldBehind ||= part.fileName === undefined;
  }
  if (isFieldBehind) throw new FieldBehindFiles("The form goes on behind its files");
}

function upTo(most: number, { content }: FormPart): PostedFile["body"] {
  const body = {
    truncated: false,
    async *[Symbol.asyncIterator]() {
      let bytes = 0;
      for await (const piece of content) {
        bytes += piece.length;
        body.truncated = bytes > most;
        if (body.truncated) return;
        yield piece;
      }
    },
  };
  return body;
}

const nameOf = (fileName: string) =>
  shortName(fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1));
