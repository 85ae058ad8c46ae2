import { pipeline, Readable } from "node:stream";
import type { Request, Response } from "express";
import { Refusal } from "#provider/portal-api/refusal.ts";

/** `truncated`: the connection breaks halfway. `failing`: HEAD finds the file, but GET fails. */
export type FileFault = "truncated" | "failing";

/** A file whose content is read in chunks. */
export interface FileContent {
  readonly length: number;
  /** Can only be read once, and is read no faster than the client receives. */
  readonly chunks: Iterable<Uint8Array>;
}

/** Answers a GET or HEAD for a file. Throws a 500 refusal for a GET of a `failing` one. */
export async function sendFile(
  { method }: Request,
  response: Response,
  contentType: string,
  makeContent: () => Promise<FileContent | Buffer>,
  fault?: FileFault,
): Promise<void> {
  const activeFault = method === "GET" ? fault : undefined;
  if (activeFault === "failing")
    throw new Refusal(500, { message: "The file can't be read. (This is a demo scenario.)" });
  const file = await makeContent();
  const chunks = Buffer.isBuffer(file) ? [file] : file.chunks;
  response.set({ "Content-Type": contentType, "Content-Length": String(file.length) });
  if (method === "HEAD") return void response.end();
  // A client that disconnects halfway isn't an error.
  if (activeFault !== "truncated") return void pipeline(Readable.from(chunks), response, () => {});
  const half = Buffer.concat([...chunks]).subarray(0, Math.floor(file.length / 2));
  response.write(half, () => response.destroy());
}
