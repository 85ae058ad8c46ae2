import { posted } from "#app/limits.ts";

/** The body is no form, or it ends before its time. */
export class MalformedForm extends Error {
  override readonly name = "MalformedForm";
}

/** The form is longer, or has more parts, than is taken. */
export class FormTooLarge extends Error {
  override readonly name = "FormTooLarge";
}

/** One part of a form. What is not read of it is passed over when the next one is asked for. */
export interface FormPart {
  readonly name: string;
  /** As it was sent; undefined for a field. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const LINE_END = Buffer.from("\r\n");
const HEADER_END = Buffer.from("\r\n\r\n");
const LAST = Buffer.from("--");

/**
 * Reads a `multipart/form-data` body (RFC 7578) as far as it is asked for. Nothing happens outside of a call, so
 * whatever is wrong with the body is thrown to the caller: {@link MalformedForm}, {@link FormTooLarge}, or what
 * `nextChunk` throws.
 */
export class MultipartReader {
  readonly #nextChunk: () => Promise<Buffer | undefined>;
  readonly #delimiter: Buffer;
  /** Bytes read and not consumed; begins with a line end so that the first delimiter matches like the rest. */
  #held: Buffer = LINE_END;
  #parts = 0;
  #inPart = false;
  #isOver = false;

  /**
   * @param contentType of the request; throws {@link MalformedForm} where it names no boundary.
   * @param nextChunk one piece of the body after the other, undefined at its end. It limits how many there are.
   */
  constructor(contentType: string, nextChunk: () => Promise<Buffer | undefined>) {
    this.#delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
    this.#nextChunk = nextChunk;
  }

  /** Undefined once the whole body was read. */
  async next(): Promise<FormPart | undefined> {
    if (this.#isOver) return undefined;
    if (this.#parts === 0) await this.#through(this.#delimiter);
    while (this.#inPart) await this.#piece();
    while (this.#held.length < LAST.length) await this.#more();
    if (this.#held.subarray(0, LAST.length).equals(LAST)) return this.#end();
    this.#parts += 1;
    if (this.#parts > posted.parts) throw new FormTooLarge("the form has too many parts");
    const named = dispositionOf(await this.#through(HEADER_END));
    this.#inPart = true;
    const part = this.#parts;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      const value = this.#inPart && this.#parts === part ? await this.#piece() : undefined;
      return value ? { value } : { value, done: true };
    };
    return { ...named, content: { [Symbol.asyncIterator]: () => ({ next }) } };
  }

  /** What comes behind the last part means nothing. */
  async #end(): Promise<undefined> {
    this.#isOver = true;
    this.#held = LINE_END;
    while (await this.#nextChunk());
  }

  /** The next bytes of the part; undefined where it ends. */
  async #piece(): Promise<Buffer | undefined> {
    let certain = this.#certain();
    while (certain === undefined) {
      await this.#more();
      certain = this.#certain();
    }
    if (certain > 0) return this.#take(certain);
    this.#take(this.#delimiter.length);
    this.#inPart = false;
    return undefined;
  }

  /** How many held bytes surely belong to the part: 0 at its end, undefined when more must be read. */
  #certain(): number | undefined {
    const at = this.#held.indexOf(this.#delimiter);
    if (at !== -1) return at;
    // The last bytes may begin a delimiter.
    const begun = this.#held.indexOf("\r", Math.max(0, this.#held.length - this.#delimiter.length + 1));
    return (begun === -1 ? this.#held.length : begun) || undefined;
  }

  /** Consumes through `mark` and returns what stood before it. */
  async #through(mark: Buffer): Promise<Buffer> {
    let at = this.#held.indexOf(mark);
    while (at === -1 && this.#held.length <= posted.headerBytes) {
      const seen = Math.max(0, this.#held.length - mark.length + 1);
      await this.#more();
      at = this.#held.indexOf(mark, seen);
    }
    if (at === -1 || at > posted.headerBytes) throw new FormTooLarge("a part's header is too long");
    const before = this.#take(at);
    this.#take(mark.length);
    return before;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const chunk = await this.#nextChunk();
    if (!chunk) throw new MalformedForm("the form ends before its time");
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }
}

/** As RFC 2046 has it; a search for a longer one would take longer. */
const LONGEST_BOUNDARY = 70;

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get("boundary") ?? "";
  if (boundary === "" || boundary.length > LONGEST_BOUNDARY) throw new MalformedForm("there is no boundary");
  return boundary;
}

const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*(?:;|$)/i;
const LINE = /^[^\s:]+:[^\0-\x08\x0a-\x1f\x7f]*$/;

/** By the lines of a part's header, each with the line end that stands before it. */
function dispositionOf(header: Buffer): Pick<FormPart, "name" | "fileName"> {
  const [first, ...lines] = header.toString().split("\r\n");
  const [disposition, ...others] = lines.filter((line) => /^content-disposition:/i.test(line));
  if (first !== "" || !lines.every((line) => LINE.test(line)) || others.length > 0)
    throw new MalformedForm("a part's header is malformed");
  if (disposition === undefined || !DISPOSITION.test(disposition))
    throw new MalformedForm("a part says not what it is");
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined) throw new MalformedForm("a part has no name");
  const fileName = parameters.get("filename");
  return { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName) };
}

const PARAMETER = /;[ \t]*([^\s=;"]+)=(?:"([^"]*)"|([^\s;"]*))[ \t]*/y;

/** What stands behind the first semicolon of a header line. Throws {@link MalformedForm}. */
function parametersOf(line: string): Map<string, string> {
  const found = new Map<string, string>();
  const semicolon = line.indexOf(";");
  let at = semicolon === -1 ? line.length : semicolon;
  while (at < line.length) {
    PARAMETER.lastIndex = at;
    const [whole, name = "", quoted, plain = ""] = PARAMETER.exec(line) ?? [""];
    if (whole === "" || found.has(name.toLowerCase())) throw new MalformedForm("a header can't be read");
    found.set(name.toLowerCase(), quoted ?? plain);
    at += whole.length;
  }
  return found;
}

/** Browsers escape these three in names, and nothing else. */
const unescaped = (name: string) => name.replace(/%(?:22|0d|0a)/gi, decodeURIComponent);
