import { pipeline, Readable } from "node:stream";
import type { Request, Response } from "express";
import { Refusal } from "#provider/portal-api/refusal.ts";

/** `truncated`: the connection ends half way. `failing`: it exists, but cannot be fetched. */
export type FileFault = "truncated" | "failing";

export interface FileContent {
  readonly length: number;
  /** Read once, as fast as the other side takes them. */
  readonly chunks: Iterable<Uint8Array>;
}

/** Answers a GET or HEAD of a file, which a rare case may break; HEAD always finds it. Throws a 500 refusal. */
export async function sendFile(
  { method }: Request,
  response: Response,
  contentType: string,
  make: () => Promise<FileContent | Buffer>,
  fault?: FileFault,
): Promise<void> {
  const met = method === "GET" ? fault : undefined;
  if (met === "failing") throw new Refusal(500, { message: "The file cannot be read (a scenario)." });
  const file = await make();
  const chunks = Buffer.isBuffer(file) ? [file] : file.chunks;
  response.set({ "Content-Type": contentType, "Content-Length": String(file.length) });
  if (method === "HEAD") return void response.end();
  // Whoever leaves half way has ended it: there is nobody to tell.
  if (met !== "truncated") return void pipeline(Readable.from(chunks), response, () => {});
  const half = Buffer.concat([...chunks]).subarray(0, Math.floor(file.length / 2));
  response.write(half, () => response.destroy());
}
