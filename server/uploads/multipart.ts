import { postLimits } from "#shared/limits.ts";

/** The body isn't a form, or it's incomplete. */
export class MalformedForm extends Error {
  override readonly name = "MalformedForm";
}

/** The form is too long or has too many parts. */
export class FormTooLarge extends Error {
  override readonly name = "FormTooLarge";
}

/** One part of a form. Reading the next part skips whatever is left unread. */
export interface FormPart {
  readonly name: string;
  /** As the browser sent it; undefined for a field. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const LINE_END = Buffer.from("\r\n");
const HEADER_END = Buffer.from("\r\n\r\n");
const FINAL_MARK = Buffer.from("--");

/** Reads a `multipart/form-data` body (RFC 7578) on demand. Throws {@link MalformedForm}, {@link FormTooLarge}, or as `nextChunk` does. */
export class MultipartReader {
  readonly #nextChunk: () => Promise<Buffer | undefined>;
  readonly #delimiter: Buffer;
  /** Bytes that haven't been consumed yet. Begins with a line end, so that the first delimiter matches like the others. */
  #buffer: Buffer = LINE_END;
  #parts = 0;
  #inPart = false;
  #isOver = false;

  /** Throws {@link MalformedForm} without a boundary. `nextChunk` must return undefined at the end, and limit the length. */
  constructor(contentType: string, nextChunk: () => Promise<Buffer | undefined>) {
    this.#delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
    this.#nextChunk = nextChunk;
  }

  async next(): Promise<FormPart | undefined> {
    if (this.#isOver) return undefined;
    if (this.#parts === 0) await this.#readThrough(this.#delimiter);
    while (this.#inPart) await this.#nextPiece();
    while (this.#buffer.length < FINAL_MARK.length) await this.#readMore();
    if (this.#buffer.subarray(0, FINAL_MARK.length).equals(FINAL_MARK)) return this.#end();
    this.#parts += 1;
    if (this.#parts > postLimits.parts) throw new FormTooLarge("the form has too many parts");
    const names = dispositionOf(await this.#readThrough(HEADER_END));
    this.#inPart = true;
    const part = this.#parts;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      const value = this.#inPart && this.#parts === part ? await this.#nextPiece() : undefined;
      return value ? { value } : { value, done: true };
    };
    return { ...names, content: { [Symbol.asyncIterator]: () => ({ next }) } };
  }

  /** Reads and ignores everything after the last part. */
  async #end(): Promise<undefined> {
    this.#isOver = true;
    this.#buffer = LINE_END;
    while (await this.#nextChunk());
  }

  /** The part's next bytes; undefined at its end. */
  async #nextPiece(): Promise<Buffer | undefined> {
    let length = this.#certainLength();
    while (length === undefined) {
      await this.#readMore();
      length = this.#certainLength();
    }
    if (length > 0) return this.#take(length);
    this.#take(this.#delimiter.length);
    this.#inPart = false;
    return undefined;
  }

  /** How many bytes of the buffer definitely belong to the part: 0 at its end, undefined if we need to read more. */
  #certainLength(): number | undefined {
    const at = this.#buffer.indexOf(this.#delimiter);
    if (at !== -1) return at;
    // The buffer may end with the beginning of a delimiter.
    const possibleDelimiter = this.#buffer.indexOf(
      "\r",
      Math.max(0, this.#buffer.length - this.#delimiter.length + 1),
    );
    return (possibleDelimiter === -1 ? this.#buffer.length : possibleDelimiter) || undefined;
  }

  /** Consumes the buffer up to and including `mark`, and returns what came before it. */
  async #readThrough(mark: Buffer): Promise<Buffer> {
    let at = this.#buffer.indexOf(mark);
    while (at === -1 && this.#buffer.length <= postLimits.headerBytes) {
      const searchedTo = Math.max(0, this.#buffer.length - mark.length + 1);
      await this.#readMore();
      at = this.#buffer.indexOf(mark, searchedTo);
    }
    if (at === -1 || at > postLimits.headerBytes) throw new FormTooLarge("a part's header is too long");
    const before = this.#take(at);
    this.#take(mark.length);
    return before;
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  async #readMore(): Promise<void> {
    const chunk = await this.#nextChunk();
    if (!chunk) throw new MalformedForm("the form ends too early");
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
  }
}

/** RFC 2046's limit. */
const MAX_BOUNDARY_LENGTH = 70;

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get("boundary") ?? "";
  if (boundary === "" || boundary.length > MAX_BOUNDARY_LENGTH)
    throw new MalformedForm("there is no boundary");
  return boundary;
}

const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*(?:;|$)/i;
/** File names may contain any other control character. */
const LINE = /^[^\s:]+:[^\0\r\n]*$/;

/** Reads a part's header, which begins with a line end. */
function dispositionOf(header: Buffer): Pick<FormPart, "name" | "fileName"> {
  const [first, ...lines] = header.toString().split("\r\n");
  const [disposition, ...others] = lines.filter((line) => /^content-disposition:/i.test(line));
  if (first !== "" || !lines.every((line) => LINE.test(line)) || others.length > 0)
    throw new MalformedForm("a part's header is malformed");
  if (disposition === undefined || !DISPOSITION.test(disposition))
    throw new MalformedForm("a part doesn't say what it is");
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined) throw new MalformedForm("a part has no name");
  const fileName = parameters.get("filename");
  return { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName) };
}

const PARAMETER = /;[ \t]*([^\s=;"]+)=(?:"([^"]*)"|([^\s;"]*))[ \t]*/y;

/** A header line's parameters, after the first semicolon. Throws {@link MalformedForm}. */
function parametersOf(line: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const semicolon = line.indexOf(";");
  let at = semicolon === -1 ? line.length : semicolon;
  while (at < line.length) {
    PARAMETER.lastIndex = at;
    const [whole, name = "", quoted, plain = ""] = PARAMETER.exec(line) ?? [""];
    if (whole === "" || parameters.has(name.toLowerCase())) throw new MalformedForm("a header can't be read");
    parameters.set(name.toLowerCase(), quoted ?? plain);
    at += whole.length;
  }
  return parameters;
}

/** Browsers only escape these three characters in names. */
const unescaped = (name: string) => name.replace(/%(?:22|0d|0a)/gi, decodeURIComponent);
