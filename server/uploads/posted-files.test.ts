import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { postLimits, textLength } from "#shared/limits.ts";
import { FormTooLarge, MalformedForm } from "./multipart.ts";
import { readPostedForm } from "./posted-files.ts";

type Outcome =
  { readonly pairs: [string, string][]; readonly files: [string, string][] } | { readonly fault: string };

const MB = 1024 * 1024;
let server: Server;
let origin: URL;
/** The outcome of each form that was read. */
let outcomes: Promise<Outcome>[] = [];
/** Errors that no caller could catch, which would end the process. */
const uncaughtErrors: unknown[] = [];
const onUncaught = (error: unknown) => uncaughtErrors.push(error);

beforeAll(async () => {
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, onUncaught);
  server = createServer((req, res) => {
    const outcome = readAll(req).finally(() => {
      req.removeAllListeners("readable").resume();
      res.writeHead(200, { connection: "close" }).end();
    });
    outcomes.push(outcome);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.close().closeAllConnections();
  for (const event of ["uncaughtException", "unhandledRejection"]) process.off(event, onUncaught);
});
afterEach(() => {
  outcomes = [];
  expect(uncaughtErrors).toEqual([]);
});

async function readAll(req: Parameters<typeof readPostedForm>[0]): Promise<Outcome> {
  try {
    const { fields, files = [] } = await readPostedForm(req, { bytes: 2 * MB, fileBytes: MB });
    const read: [string, string][] = [];
    for await (const { name, body } of files) {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      read.push([name, Buffer.concat(pieces).toString("latin1")]);
    }
    return { pairs: [...fields], files: read };
  } catch (fault) {
    return { fault: (fault as Error).name };
  }
}

interface Sending {
  readonly type?: string;
  /** The browser disconnects after the last piece instead of ending the request. */
  readonly disconnects?: boolean;
}

/** Sends a body piece by piece; resolves with the outcome of reading it. */
async function outcomeOf(
  pieces: readonly Buffer[],
  { type = "boundary=x", disconnects }: Sending = {},
): Promise<Outcome> {
  outcomes = [];
  const headers = { "content-type": `multipart/form-data; ${type}` };
  const sending = request(origin, { method: "POST", headers, agent: false });
  const closed = new Promise((resolve) => sending.on("error", resolve).on("close", resolve));
  sending.on("response", (response) => response.resume());
  sending.flushHeaders();
  for (const piece of pieces) await new Promise((resolve) => sending.write(piece, resolve));
  if (disconnects) await expect.poll(() => outcomes.length).toBe(1);
  if (disconnects) sending.destroy();
  else sending.end();
  await closed;
  await expect.poll(() => outcomes.length).toBe(1);
  return (await outcomes[0])!;
}

function cut(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const ends = [...new Set(offsets.map((offset) => offset % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends]
    .map((from, index) => bytes.subarray(from, ends[index]))
    .filter(({ length }) => length > 0);
}

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  // Looks like the beginning of a delimiter.
  fc
    .array(fc.constantFrom("\r", "\n", "-", "--", "\r\n--", "x", "\r\n--y"), { maxLength: 40 })
    .map((all) => Buffer.from(all.join(""))),
);
const fields = fc.array(fc.tuple(text, text), { maxLength: 5 });
const files = fc.array(
  fc.tuple(fc.constantFrom("a.txt", "a\u0001\u007fb.txt", "ü€ 😀.pdf", 'q"uote.png', "dots...txt"), content),
  {
    maxLength: 4,
  },
);
const cuts = fc.array(fc.nat(4_000), { maxLength: 30 });

const part = (name: string, more: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const escaped = (name: string) => name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** The body of a form, as browsers write it. */
const bodyOf = (fields: readonly [string, string][], files: readonly [string, Buffer][]) =>
  Buffer.concat([
    ...fields.map(([name, value]) => part(escaped(name), "", value)),
    ...files.map(([name, content]) =>
      part("files", `; filename="${escaped(name)}"\r\nContent-Type: a/b`, content),
    ),
    Buffer.from("--x--\r\n"),
  ]);

it("reads forms of browsers, at whatever offsets the body is cut into pieces", async () => {
  const plain = /^[^\p{Cc}\p{Cs}]*$/u;
  await fc.assert(
    fc.asyncProperty(fields, files, cuts, async (fields, files, offsets) => {
      const sent = fields.filter(([name, value]) => plain.test(name) && plain.test(value));
      // A browser chooses a boundary that occurs in no file.
      fc.pre(files.every(([, content]) => !content.includes("\r\n--x")));
      const [first] = files;
      expect(await outcomeOf(cut(bodyOf(sent, files), offsets))).toEqual({
        pairs: [...sent, ...(first ? [["files", first[0]]] : [])],
        files: files.map(([name, content]) => [name, content.toString("latin1")]),
      });
    }),
    { numRuns: 60 },
  );
});

it("ends with a result or a known error for damaged bodies, and never throws outside of the call", async () => {
  const change = fc.record({
    at: fc.nat(2_000),
    drop: fc.nat(30),
    put: fc.oneof(content, fc.constant(Buffer.from("\0"))),
  });
  const knownFaults = new Set(["MalformedForm", "FormTooLarge", "FieldBehindFiles", "Error"]);
  await fc.assert(
    fc.asyncProperty(
      fields,
      files,
      fc.array(change, { maxLength: 4 }),
      cuts,
      fc.boolean(),
      async (fields, files, changes, offsets, disconnects) => {
        let body = bodyOf(fields, files);
        for (const { at, drop, put } of changes) {
          const from = at % (body.length + 1);
          body = Buffer.concat([body.subarray(0, from), put, body.subarray(from + drop)]);
        }
        const outcome = await outcomeOf(cut(body, offsets), { disconnects });
        if ("fault" in outcome) expect(knownFaults).toContain(outcome.fault);
      },
    ),
    { numRuns: 150 },
  );
});

it.each(["\0", "\r", "\n"])("refuses a part whose header holds %j within a line", async (character) => {
  const body = part("a", `; filename="a${character}b.txt"`, "1");
  const outcome = await outcomeOf([body, Buffer.from("--x--\r\n")]);
  expect(outcome).toEqual({ fault: MalformedForm.name });
});

it.each([
  ["no boundary", "charset=utf-8"],
  ["an empty boundary", 'boundary=""'],
  ["a long boundary", `boundary=${"b".repeat(71)}`],
  ["two boundaries", "boundary=x; boundary=y"],
])("refuses a form with %s", async (_, type) => {
  expect(await outcomeOf([bodyOf([["a", "1"]], [])], { type })).toEqual({ fault: MalformedForm.name });
});

it.each([
  ["a name of 1 MB", [part("n".repeat(MB), "", "1")]],
  ["a file name of 1 MB", [part("files", `; filename="${".".repeat(MB)}"`, "1")]],
  ["a header without an end", [Buffer.from(`--x\r\n${"A: 1\r\n".repeat(100_000)}`)]],
  ["a preamble of 1 MB", [Buffer.alloc(MB), part("a", "", "1")]],
  ["a field that is too long", [part("a", "", Buffer.alloc(postLimits.bytes + 1, "a"))]],
  [
    "fields that are too long in total",
    [1, 2, 3].map((n) => part(`f${n}`, "", Buffer.alloc(postLimits.bytes / 2, "a"))),
  ],
  ["too many fields", Array.from({ length: postLimits.parts + 1 }, () => part("a", "", "1"))],
  [
    "too many files without a name",
    Array.from({ length: postLimits.parts + 1 }, () => part("a", '; filename=""', "")),
  ],
  ["a long ending", [Buffer.from("--x--"), Buffer.alloc(3 * MB)]],
])("refuses %s", async (_, pieces: Buffer[]) => {
  expect(await outcomeOf([...pieces, Buffer.from("--x--\r\n")])).toEqual({ fault: FormTooLarge.name });
});

it("shortens a file's name to the maximum length, keeping its extension", async () => {
  const outcome = await outcomeOf([
    bodyOf([], [[`C:\\folder\\${"n".repeat(10_000)}.pdf`, Buffer.from("1")]]),
  ]);
  const name = "files" in outcome ? (outcome.files[0]?.[0] ?? "") : "";
  expect([name.length, name.slice(-5)]).toEqual([textLength.fileName, "n.pdf"]);
});
