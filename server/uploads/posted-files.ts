import { on } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy, { type FileInfo } from "busboy";

/** A file on its way from the browser. What is not read of it is thrown away when the next one is asked for. */
export interface PostedFile {
  /** As the browser sent it, without folders. */
  readonly name: string;
  /** Ends in an error when the browser leaves; `truncated` where the file went on beyond the limit. */
  readonly body: Readable & { readonly truncated?: boolean };
}

/** A multipart form: the fields before its first file, and the files, each read as it is asked for. */
export interface PostedForm {
  readonly fields: URLSearchParams;
  /** Undefined where no file was chosen. */
  readonly files: AsyncIterable<PostedFile> | undefined;
}

export interface FormLimits {
  /** Of the body. */
  readonly bytes: number;
  /** Fields and files together: each costs memory, however short it is. */
  readonly parts: number;
  /** Of all fields together. */
  readonly fieldBytes: number;
  /** Of each file. */
  readonly fileBytes: number;
}

/** The form has more parts, or longer fields, than its limits allow. */
export class TooManyFields extends Error {
  override readonly name = "TooManyFields";
}

type FileEvent = [field: string, body: Readable, info: Partial<FileInfo>];

/**
 * Reads a multipart body up to its first file and no further. Under the file control's name the fields tell that
 * file's name, so that a form which comes back without its files can say so. Rejects with {@link TooManyFields},
 * and where it is no form or ends before its time.
 */
export async function readPostedForm(req: IncomingMessage, limits: FormLimits): Promise<PostedForm> {
  const parser = busboy({
    headers: req.headers,
    defParamCharset: "utf8",
    limits: { parts: limits.parts, fieldSize: limits.fieldBytes, fileSize: limits.fileBytes },
  });
  const giveUp = (fault: Error) => {
    req.unpipe(parser).resume();
    parser.destroy(fault);
  };
  const fields = new URLSearchParams();
  let fieldBytes = 0;
  const begun = new Promise<boolean>((resolve, reject) => {
    let hasFile = false;
    parser.on("field", (name, value, { valueTruncated }) => {
      if (hasFile) return;
      fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (valueTruncated || fieldBytes > limits.fieldBytes) giveUp(new TooManyFields());
      else fields.append(name, value);
    });
    parser.once("partsLimit", () => giveUp(new TooManyFields()));
    parser.on("file", (name, body, { filename }: Partial<FileInfo>) => {
      // Who reads it hears of its end; an error that nobody hears would end the process.
      body.on("error", () => undefined);
      if (!filename) return void body.resume();
      if (!hasFile) fields.append(name, filename);
      hasFile = true;
      resolve(true);
    });
    parser.once("error", reject).once("close", () => resolve(hasFile));
  });
  const events = on(parser, "file", { close: ["close"] }) as AsyncIterable<FileEvent>;
  let bytes = 0;
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.bytes && !parser.destroyed) giveUp(new Error("The form is longer than it may be"));
  });
  req.once("close", () => {
    if (!req.complete) parser.destroy(new Error("The browser has left"));
  });
  req.pipe(parser);
  const hasFiles = await begun;
  return { fields, files: hasFiles ? namedFiles(events) : undefined };
}

async function* namedFiles(events: AsyncIterable<FileEvent>): AsyncGenerator<PostedFile> {
  for await (const [, body, { filename }] of events) {
    if (!filename) continue;
    yield { name: filename, body };
    body.resume();
  }
}
