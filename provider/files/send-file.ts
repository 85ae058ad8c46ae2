import type { Request, Response } from "express";
import { Refusal } from "#provider/portal-api/refusal.ts";

/** `truncated`: the connection ends half way. `failing`: it exists, but cannot be fetched. */
export type FileFault = "truncated" | "failing";

/** Answers a GET or HEAD of a file, which a rare case may break; HEAD always finds it. Throws a 500 refusal. */
export async function sendFile(
  { method }: Request,
  response: Response,
  contentType: string,
  make: () => Promise<Buffer>,
  fault?: FileFault,
): Promise<void> {
  const met = method === "GET" ? fault : undefined;
  if (met === "failing") throw new Refusal(500, { message: "The file cannot be read (a scenario)." });
  const bytes = await make();
  response.set("Content-Type", contentType);
  if (met !== "truncated") return void response.send(bytes);
  response.set("Content-Length", String(bytes.length));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
